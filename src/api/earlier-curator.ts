/** An endpoint of the earlier curator, and what Turnwise has in its place. */
export interface EarlierEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parts in braces stand for one segment each. */
  readonly path: string;
  /** same: at the same address. moved: at another one. absent: Turnwise has nothing that does this. */
  readonly now: 'same' | 'moved' | 'absent';
  /** The status of the answer to a valid call of the earlier endpoint. */
  readonly status: number;
  /** What to call instead, with the same parts in braces. */
  readonly instead?: string;
  /** One or two sentences: what is different, or why there is nothing. */
  readonly note: string;
}

const noBuckets = 'Turnwise has no buckets.';
const readEtag = 'Send If-Match with the ETag that you read.';
const item = '/v1/ground-truths/{dataset}/{bucket}/{id}';
const assignment = '/v1/assignments/{dataset}/{bucket}/{id}';
const itemNow = '/v1/ground-truths/{dataset}/{id}';

/**
 * Every endpoint of the earlier curator. The reference page and the answers to calls of addresses that Turnwise does not
 * have are made from this list, and a test calls each of them.
 */
export const earlierEndpoints: readonly EarlierEndpoint[] = [
  {
    ...{ method: 'POST', path: '/v1/ground-truths', now: 'same', status: 200 },
    note: 'Returns `results` with a verdict per item, and `counts`, instead of `imported`, `errors` and `uuids`. An item that exists with the same content is `unchanged`, not an error. `buckets` is refused.',
  },
  {
    ...{ method: 'GET', path: '/v1/ground-truths', now: 'same', status: 200 },
    note: 'Returns `cursor` instead of `pagination`. Send it back as `cursor` instead of `page`. With `total=true` it counts. Sorted by `updatedAt` unless you set `sortBy`. `itemId` is the start of the ID, and `refUrl` ignores case.',
  },
  {
    ...{ method: 'GET', path: '/v1/ground-truths/stats', now: 'moved', status: 404, instead: 'GET /v1/stats' },
    note: 'Returns the items by status under `items`, with the numbers of datasets, labels and raters.',
  },
  {
    ...{ method: 'POST', path: '/v1/ground-truths/snapshot', now: 'moved', status: 404, instead: 'POST /v1/snapshots' },
    note: 'The snapshot is kept in the database. GET /v1/snapshots/{id} returns it as a file.',
  },
  {
    ...{ method: 'GET', path: '/v1/ground-truths/snapshot', now: 'moved', status: 404 },
    instead: 'GET /v1/export?status=approved',
    note: 'Returns NDJSON, one item per line. For one file with a manifest, create a snapshot.',
  },
  {
    ...{ method: 'POST', path: '/v1/ground-truths/recompute-tags', now: 'absent', status: 404 },
    note: 'Turnwise computes tags on every write, so there is nothing to recompute.',
  },
  {
    ...{ method: 'GET', path: '/v1/ground-truths/{dataset}', now: 'moved', status: 404 },
    instead: 'GET /v1/ground-truths?dataset={dataset}',
    note: 'The list of a dataset is paged, like every list of items.',
  },
  {
    ...{ method: 'GET', path: item, now: 'moved', status: 404, instead: `GET ${itemNow}` },
    note: `${noBuckets} Dataset and ID are the address of an item.`,
  },
  {
    ...{ method: 'PUT', path: item, now: 'moved', status: 404, instead: `PUT ${itemNow}` },
    note: `${noBuckets} ${readEtag} An ETag in the body is ignored.`,
  },
  {
    ...{ method: 'DELETE', path: item, now: 'moved', status: 404, instead: `DELETE ${itemNow}` },
    note: `${noBuckets} ${readEtag} The answer is the deleted item, which can be restored.`,
  },
  {
    ...{ method: 'POST', path: '/v1/assignments/self-serve', now: 'same', status: 200 },
    note: '`limit` counts the items that you already have.',
  },
  {
    ...{ method: 'GET', path: '/v1/assignments/my', now: 'same', status: 200 },
    note: 'Returns `{items}` instead of a bare list.',
  },
  {
    ...{ method: 'PUT', path: assignment, now: 'moved', status: 404, instead: 'PUT /v1/assignments/{dataset}/{id}' },
    note: `${noBuckets} ${readEtag} Instead of \`approve: true\`, send \`status: "approved"\`.`,
  },
  {
    ...{ method: 'POST', path: `${assignment}/assign`, now: 'moved', status: 404 },
    instead: 'POST /v1/assignments/self-serve',
    note: 'It assigns the next drafts of the queue. You cannot pick one, or take one from another reviewer. An approved or skipped item becomes your draft when you PUT `status: "draft"` to /v1/assignments/{dataset}/{id}.',
  },
  {
    ...{ method: 'POST', path: `${assignment}/duplicate`, now: 'moved', status: 404 },
    instead: `POST ${itemNow}/duplicate`,
    note: `${noBuckets} The copy is a draft, assigned to you, with the tag \`rephrase:<id>\`.`,
  },
  {
    ...{ method: 'GET', path: '/v1/datasets', now: 'same', status: 200 },
    note: 'Returns `{datasets}` with one object per dataset instead of a list of names.',
  },
  {
    ...{ method: 'DELETE', path: '/v1/datasets/{dataset}', now: 'absent', status: 405 },
    note: 'Turnwise never deletes a whole dataset. DELETE its items one by one, or erase them with `turnwise purge`.',
  },
  {
    ...{ method: 'GET', path: '/v1/datasets/{dataset}/curation-instructions', now: 'same', status: 200 },
    note: 'A dataset without instructions has empty ones. An unknown dataset is a 404.',
  },
  {
    ...{ method: 'PUT', path: '/v1/datasets/{dataset}/curation-instructions', now: 'same', status: 200 },
    note: 'Creates a dataset that does not exist yet, and always returns 200. To change instructions, send If-Match. An ETag in the body is ignored.',
  },
  {
    ...{ method: 'GET', path: '/v1/tags', now: 'same', status: 200 },
    note: 'A tag is an object with its number of items. `computed` has the groups that are computed, instead of `computedTags`.',
  },
  {
    ...{ method: 'POST', path: '/v1/tags', now: 'same', status: 201 },
    note: 'Returns the added tags only. Items can have tags that are not in the list.',
  },
  {
    ...{ method: 'DELETE', path: '/v1/tags', now: 'same', status: 200 },
    note: 'Returns how many were removed.',
  },
  {
    ...{ method: 'GET', path: '/v1/tags/schema', now: 'same', status: 200 },
    note: 'You can replace the rules with PUT. The rules of the earlier curator are the preset.',
  },
  {
    ...{ method: 'GET', path: '/v1/tags/glossary', now: 'same', status: 200 },
    note: 'Returns `entries`, from a tag or group to its definition, instead of `groups`.',
  },
  {
    ...{ method: 'POST', path: '/v1/tags/definitions', now: 'moved', status: 404, instead: 'PUT /v1/tags/glossary' },
    note: 'Send all definitions as `entries`.',
  },
  {
    ...{ method: 'DELETE', path: '/v1/tags/definitions/{tag}', now: 'moved', status: 404 },
    instead: 'PUT /v1/tags/glossary',
    note: 'Send `entries` without the tag.',
  },
  {
    ...{ method: 'GET', path: '/v1/search', now: 'same', status: 200 },
    note: 'Searches the folder of `turnwise serve --documents`. Without one, there are no results.',
  },
  {
    ...{ method: 'GET', path: '/v1/config', now: 'same', status: 200 },
    note: 'Has the limits and enumerations of Turnwise.',
  },
  {
    ...{ method: 'GET', path: '/v1/schemas', now: 'moved', status: 404, instead: 'GET /v1/openapi.json' },
    note: 'The OpenAPI document has every schema under `components.schemas`.',
  },
  {
    ...{ method: 'GET', path: '/v1/schemas/{name}', now: 'moved', status: 404, instead: 'GET /v1/openapi.json' },
    note: 'The OpenAPI document has every schema under `components.schemas`.',
  },
  {
    ...{ method: 'POST', path: '/v1/chat', now: 'absent', status: 404 },
    note: 'The server does not call models. `turnwise run` plays conversations against a target.',
  },
  {
    ...{ method: 'GET', path: '/healthz', now: 'same', status: 200 },
    note: 'Needs no token. GET /readyz also checks the database.',
  },
];

/** A query parameter that the earlier curator had and Turnwise does not. */
interface EarlierParameter {
  readonly endpoint: string;
  readonly name: string;
  readonly note: string;
}

export const earlierParameters: readonly EarlierParameter[] = [
  {
    ...{ endpoint: 'GET /v1/ground-truths', name: 'page' },
    note: 'Pages are read by cursor. Leave `page` out, and send the `cursor` of each answer to get the next page.',
  },
  {
    ...{ endpoint: 'POST /v1/ground-truths', name: 'buckets' },
    note: `${noBuckets} Leave \`buckets\` out.`,
  },
];

/** What to do without a parameter of the earlier curator. */
export function explainParameter(endpoint: string, name: string): string | undefined {
  const found = earlierParameters.find((known) => known.endpoint === endpoint && known.name === name);
  return found?.note.replaceAll('`', '');
}

interface EarlierCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Turnwise has the address, with other methods. */
  readonly isKnown: boolean;
}

/** Why there is no such endpoint, and what to call instead. Undefined: the earlier curator had none there either. */
export function explainEarlierCall({ method, path, isKnown }: EarlierCall): string | undefined {
  const segments = path.split('/');
  for (const endpoint of earlierEndpoints) {
    if (endpoint.now === 'same' || endpoint.method !== method) continue;
    // An ID can look like a bucket, so an address of Turnwise is read as one.
    if (isKnown && endpoint.path.includes('{bucket}')) continue;
    const parts = matchPath(endpoint.path, segments);
    if (parts === undefined) continue;
    const { instead, note } = endpoint;
    const told = note.replaceAll('`', '');
    return instead === undefined ? told : `Call ${fillPath(instead, parts)}. ${told}`;
  }
  return undefined;
}

function matchPath(pattern: string, segments: readonly string[]): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/');
  if (wanted.length !== segments.length) return undefined;
  const parts = new Map<string, string>();
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return undefined;
    } else if (segment === '') return undefined;
    else parts.set(part, segment);
  }
  return parts;
}

/** The parts are still percent-encoded, as an address needs them. */
function fillPath(template: string, parts: ReadonlyMap<string, string>): string {
  return template.replaceAll(/\{\w+\}/g, (part) => parts.get(part) ?? part);
}
