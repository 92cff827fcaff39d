import { earlierEndpoints, earlierParameters } from '../../src/api/earlier-curator.ts';
import { renderTable, toCode } from './markdown.ts';

/** What happens to a field of an item of the earlier curator. A test imports an item that has all of them. */
export interface EarlierField {
  readonly of: 'item' | 'reference' | 'turn';
  readonly name: string;
  /**
   * kept: comes back as sent. rewritten: comes back in the form that the note describes. computed: Turnwise computes its
   * own. server: the server keeps its own record, and the sent value is not taken.
   */
  readonly now: 'kept' | 'rewritten' | 'computed' | 'server';
  readonly note?: string;
}

const item = { of: 'item' } as const;
const reference = { of: 'reference' } as const;
const turn = { of: 'turn' } as const;

export const earlierFields: readonly EarlierField[] = [
  { ...item, name: 'id', now: 'kept', note: 'Missing or blank: made from the content, and returned.' },
  { ...item, name: 'datasetName', now: 'kept', note: 'Missing: `?dataset=` of the import.' },
  { ...item, name: 'bucket', now: 'kept', note: 'Not part of the address.' },
  { ...item, name: 'status', now: 'kept', note: 'An `approved` item that cannot be approved becomes a `draft`.' },
  { ...item, name: 'docType', now: 'kept' },
  { ...item, name: 'schemaVersion', now: 'kept' },
  { ...item, name: 'synthQuestion', now: 'kept', note: 'Never changed.' },
  { ...item, name: 'editedQuestion', now: 'kept' },
  { ...item, name: 'answer', now: 'kept' },
  { ...item, name: 'refs', now: 'rewritten', note: 'A reference that names a turn moves to that turn.' },
  { ...item, name: 'history', now: 'kept', note: 'Every turn also gets an `id` and `tags`.' },
  { ...item, name: 'comment', now: 'kept' },
  { ...item, name: 'weight', now: 'kept', note: 'The queue uses the weight of the dataset.' },
  { ...item, name: 'contextUsedForGeneration', now: 'kept' },
  { ...item, name: 'contextSource', now: 'kept' },
  { ...item, name: 'modelUsedForGeneration', now: 'kept' },
  { ...item, name: 'semanticClusterNumber', now: 'kept' },
  { ...item, name: 'samplingBucket', now: 'kept' },
  { ...item, name: 'questionLength', now: 'kept' },
  {
    ...item,
    name: 'manualTags',
    now: 'rewritten',
    note: 'A list, or comma-separated text. Returned as a list of normalized tags.',
  },
  { ...item, name: 'computedTags', now: 'computed' },
  { ...item, name: 'tags', now: 'computed', note: 'All manual and computed tags.' },
  { ...item, name: 'totalReferences', now: 'computed', note: 'Distinct URLs of the item and its turns.' },
  { ...item, name: 'updatedAt', now: 'server' },
  { ...item, name: 'updatedBy', now: 'server', note: 'The caller.' },
  { ...item, name: 'reviewedAt', now: 'server', note: 'Absent until Turnwise approves the item.' },
  { ...item, name: 'assignedTo', now: 'server', note: 'Absent until a reviewer claims the item.' },
  { ...item, name: 'assignedAt', now: 'server' },
  { ...item, name: '_etag', now: 'server', note: 'Send it in If-Match. In a body it is ignored.' },
  { ...reference, name: 'url', now: 'kept', note: 'Spaces around it are removed.' },
  { ...reference, name: 'title', now: 'kept' },
  { ...reference, name: 'content', now: 'kept' },
  { ...reference, name: 'keyExcerpt', now: 'kept' },
  { ...reference, name: 'type', now: 'kept' },
  { ...reference, name: 'bonus', now: 'kept', note: 'Absent means false.' },
  {
    ...reference,
    name: 'messageIndex',
    now: 'rewritten',
    note: 'Older name of `turnIndex`. The reference moves to the turn.',
  },
  { ...turn, name: 'role', now: 'kept' },
  { ...turn, name: 'msg', now: 'kept' },
  { ...turn, name: 'content', now: 'rewritten', note: 'Returned as `msg`.' },
  { ...turn, name: 'refs', now: 'kept', note: 'Missing or null: none. `[]` stays `[]`.' },
  { ...turn, name: 'tags', now: 'kept', note: 'Missing or null: `[]`. Text instead of a list is a 422.' },
  { ...turn, name: 'expectedBehavior', now: 'kept' },
];

const nowWords = {
  same: 'same address',
  moved: 'other address',
  absent: 'not offered',
  kept: 'kept',
  rewritten: 'rewritten',
  computed: 'computed',
  server: 'the server writes it',
} as const;

export function renderEarlierEndpoints(): string {
  const rows = earlierEndpoints.map(({ method, path, now, status, instead, note }) => [
    toCode(`${method} ${path}`),
    nowWords[now],
    toCode(String(status)),
    instead === undefined ? note : `${toCode(instead)}. ${note}`,
  ]);
  return renderTable(['earlier endpoint', 'in Turnwise', 'answers', 'what to call, and what is different'], rows);
}

export function renderEarlierParameters(): string {
  const rows = earlierParameters.map(({ endpoint, name, note }) => [toCode(endpoint), toCode(name), note]);
  return renderTable(['endpoint', 'parameter', 'what to do'], rows);
}

/** The fields of an item, a reference or a turn. */
export function renderEarlierFields(of: EarlierField['of']): string {
  const rows = earlierFields
    .filter((field) => field.of === of)
    .map(({ name, now, note = '' }) => [toCode(name), nowWords[now], note]);
  return renderTable(['field', 'in Turnwise', 'note'], rows);
}
