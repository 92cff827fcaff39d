import { expect } from 'vitest';
import { type Answer, type ApiClient, toBody } from './api-client.ts';
import type { WireAuditEvent, WireImport, WireItem, WirePage, WireRevision, WireTurn } from './api-client-shapes.ts';

export interface Key {
  readonly dataset: string;
  readonly id: string;
}

export type ItemAddress = 'ground-truths' | 'assignments';
/** One parser serves both, so what is true for one must be true for the other. */
export const itemAddresses: readonly ItemAddress[] = ['ground-truths', 'assignments'];

export function toItemPath({ dataset, id }: Key, address: ItemAddress = 'ground-truths'): string {
  return `/v1/${address}/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
}

/** Two turns with a source, which pass every rule of approval. */
export function toNewItem({ dataset, id }: Key, changes: Readonly<Record<string, unknown>> = {}) {
  const history = [
    { role: 'user', msg: 'Where is my parcel?' },
    { role: 'assistant', msg: 'On its way.', refs: [{ url: 'https://example.com/parcels' }] },
  ];
  return { id, datasetName: dataset, history, ...changes };
}

export function toImport(answer: Answer): WireImport {
  expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
  return toBody<WireImport>(answer);
}

/** Imports one item, which has to be new, and gives it as a GET answers. */
export async function createItem(
  api: ApiClient,
  key: Key,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const { results } = toImport(await api.import([toNewItem(key, changes)]));
  expect(results).toMatchObject([{ ...key, verdict: 'created' }]);
  return getItem(api, key);
}

export async function getItem(api: ApiClient, key: Key, query = ''): Promise<Answer> {
  const answer = await api.get(`${toItemPath(key)}${query}`);
  expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
  return answer;
}

/** Imports one item and takes it from the queue, so that both addresses may change it. */
export async function createHeldItem(
  api: ApiClient,
  key: Key,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  await createItem(api, key, changes);
  const mine = toBody<{ items: readonly WireItem[] }>(await api.get('/v1/assignments/my'));
  const served = await api.post('/v1/assignments/self-serve', { limit: mine.items.length + 1 });
  expect(served.status, served.text.slice(0, 2000)).toBe(200);
  return getItem(api, key);
}

/** Every page of the list. */
export async function listItems(api: ApiClient, query = ''): Promise<readonly WireItem[]> {
  const items: WireItem[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api.get(`/v1/ground-truths?limit=200${query === '' ? '' : `&${query}`}${from}`);
    expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
    const page = toBody<WirePage>(answer);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return items;
}

export async function listIds(api: ApiClient, query = ''): Promise<readonly string[]> {
  return (await listItems(api, query)).map(({ id }) => id);
}

/** Oldest first. */
export async function listRevisions(api: ApiClient, key: Key): Promise<readonly WireRevision[]> {
  const revisions: WireRevision[] = [];
  let before = '';
  while (true) {
    const answer = await api.get(`${toItemPath(key)}/revisions?limit=200${before}`);
    expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
    const page = toBody<{ revisions: readonly WireRevision[] }>(answer).revisions;
    revisions.push(...page);
    const last = page.at(-1);
    if (page.length < 200 || last === undefined) return revisions.toSorted((a, b) => a.revision - b.revision);
    before = `&before=${last.revision}`;
  }
}

/** In the order in which they happened. */
export async function listAudit(api: ApiClient, key?: Key): Promise<readonly WireAuditEvent[]> {
  const events: WireAuditEvent[] = [];
  const about =
    key === undefined ? '' : `&dataset=${encodeURIComponent(key.dataset)}&item=${encodeURIComponent(key.id)}`;
  while (true) {
    const answer = await api.get(`/v1/audit?limit=200&after=${events.at(-1)?.sequence ?? 0}${about}`);
    expect(answer.status, answer.text.slice(0, 2000)).toBe(200);
    const page = toBody<{ events: readonly WireAuditEvent[] }>(answer).events;
    if (page.length === 0) return events;
    events.push(...page);
  }
}

/** What people wrote of the item: without what differs between two items of the same content. */
export function toContent(item: WireItem): Partial<WireItem> {
  const { _etag, updatedAt, updatedBy, reviewedAt, assignedTo, assignedAt, ...rest } = item;
  const { revision, createdAt, _warnings, ...content } = rest as typeof rest &
    Record<'revision' | 'createdAt', unknown>;
  return content;
}

/** Turns without the ids the server made. */
export function withoutIds(turns: readonly WireTurn[] | undefined): readonly Omit<WireTurn, 'id'>[] | undefined {
  return turns?.map(({ id, ...turn }) => turn);
}
