import { request } from 'node:http';
import { systemClock } from '../../src/base/clock.ts';
import { type ApiClient, toBody } from '../support/api-client.ts';
import { listAudit, listItems, listRevisions } from '../support/api-client-items.ts';
import type { WireImport, WireItem } from '../support/api-client-shapes.ts';
import { type ServedProcess, serveInProcess } from '../support/served-store-process.ts';

export interface ImportKillLoop {
  /** The file of the database. */
  readonly file: string;
  readonly items: number;
  readonly kills: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

export interface ImportKillResult {
  readonly kills: number;
  /** How many items there were after each kill. */
  readonly kept: readonly number[];
  /** What must not be; empty when nothing was lost, doubled or half there. */
  readonly breaches: readonly string[];
}

const path = '/v1/ground-truths';
const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'kill-loop' };

/** Imports a stream into a server that is killed again and again during the import, sends it again each time, and finally lets it finish. */
export async function runImportKillLoop({ file, items, kills, random }: ImportKillLoop): Promise<ImportKillResult> {
  const lines = Array.from({ length: items }, (_, index) => `${JSON.stringify(toKillItem(index))}\n`);
  const breaches: string[] = [];
  const kept: number[] = [];
  const text = lines.join('');
  let served = await serveInProcess(file);
  for (let kill = 0; kill < kills; kill += 1) {
    const before = kept.at(-1) ?? 0;
    const target = before + (random() * (items - before)) / (kills - kill);
    await sendUntil(served, text, target);
    await systemClock.sleep(15 * random());
    await served.kill();
    served = await serveInProcess(file);
    const found = await checkWhole(served.client, items);
    breaches.push(...found.breaches.map((breach) => `after kill ${kill + 1}: ${breach}`));
    if (found.count < before) breaches.push(`after kill ${kill + 1}: items are gone`);
    kept.push(found.count);
  }
  breaches.push(...(await finish(served.client, text, items)));
  return { kills, kept, breaches };
}

/** Turns with a word, a tag and a ref of their own, so that every index can be asked for them. */
function toKillItem(index: number) {
  const history = [
    { role: 'user', msg: `everyword question ${index}`, tags: ['everyturn'] },
    { role: 'assistant', msg: `answer ${index}`, refs: [{ url: `https://example.com/every/${index}` }] },
  ];
  return { id: `k-${index}`, datasetName: 'kill', history, manualTags: ['every:tag'] };
}

/** Sends the stream, and comes back as soon as this many items are there and the server is still at work. */
async function sendUntil({ url, token, client }: ServedProcess, text: string, target: number): Promise<void> {
  let isOver = false;
  const call = request(`${url}${path}`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } });
  // The server dies while this is under way: that it breaks is what was wanted.
  call.on('error', () => {
    isOver = true;
  });
  call.on('response', (response) => {
    isOver = true;
    response.resume().on('error', () => undefined);
  });
  call.end(text);
  while (!isOver && (await countItems(client)) < target);
}

async function countItems(api: ApiClient): Promise<number> {
  return toBody<{ items: { draft?: number } }>(await api.get('/v1/stats')).items.draft ?? 0;
}

const queries = [
  '',
  'keyword=everyword',
  'tags=every:tag',
  'turnTags=everyturn',
  'refUrl=example.com/every',
  'dataset=kill',
];

/** Each item is whole, found by everything it can be found by, counted, in revisions and audit; or does not exist at all. */
async function checkWhole(api: ApiClient, items: number) {
  const breaches: string[] = [];
  const all = await listItems(api);
  const ids = toIds(all);
  if (new Set(all.map(({ id }) => id)).size !== all.length) breaches.push('an item is there twice');
  for (const item of all) if (!isWhole(item)) breaches.push(`${item.id} is not whole`);
  for (const query of queries) {
    if (toIds(await listItems(api, query)) !== ids) breaches.push(`?${query} finds other items than the list has`);
  }
  const counted = await countItems(api);
  if (counted !== all.length) breaches.push(`${counted} are counted, ${all.length} are there`);
  const audited = (await listAudit(api)).flatMap(({ item }) => item ?? []);
  if (audited.toSorted().join() !== ids) breaches.push(`${audited.length} are audited, ${all.length} are there`);
  for (const { id, datasetName } of all.slice(-5)) {
    const revisions = await listRevisions(api, { dataset: datasetName, id });
    if (revisions.length !== 1) breaches.push(`${id} has ${revisions.length} revisions`);
  }
  if (all.length > items) breaches.push('there are more items than were sent');
  return { breaches, count: all.length };
}

function toIds(items: readonly WireItem[]): string {
  return items
    .map(({ id }) => id)
    .toSorted()
    .join();
}

function isWhole({ id, history, manualTags, totalReferences, status }: WireItem): boolean {
  const number = Number(id.slice(2));
  const [question, answer] = toKillItem(number).history;
  return (
    status === 'draft' &&
    totalReferences === 1 &&
    manualTags.join() === 'every:tag' &&
    history?.[0]?.msg === question?.msg &&
    history?.[1]?.msg === answer?.msg &&
    history?.[1]?.refs?.[0]?.url === answer?.refs?.[0]?.url
  );
}

/** The whole stream under the same key, twice: each item exists once. */
async function finish(api: ApiClient, text: string, items: number): Promise<readonly string[]> {
  const first = await api.send('POST', path, { raw: text, headers });
  const second = await api.send('POST', path, { raw: text, headers });
  const { counts } = toBody<WireImport>(first);
  const { breaches, count } = await checkWhole(api, items);
  return [
    ...breaches,
    ...(first.status === 200 ? [] : [`the last import answered ${first.status}`]),
    ...(first.text === second.text ? [] : ['the same key was answered otherwise the second time']),
    ...((counts.failed ?? 0) === 0 ? [] : [`${counts.failed} failed in the end`]),
    ...(count === items ? [] : [`${count} of ${items} are there in the end`]),
  ];
}
