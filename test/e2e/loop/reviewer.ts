import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Answer } from '../../support/api-client.ts';
import { getItem, type Key, toItemPath } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import type { Workshop } from './workshop.ts';

/** What ann holds after she asked for work. */
export async function takeFromQueue({ api }: Workshop): Promise<readonly WireItem[]> {
  const { status, body } = await api.post('/v1/assignments/self-serve', { limit: 10 });
  expect(status).toBe(200);
  // The expectations on it say what it has to hold.
  return (body as { assigned: readonly WireItem[] }).assigned;
}

/** Changes an item that ann holds, as it is now. */
export async function putItem({ api }: Workshop, key: Key, change: (item: WireItem) => unknown): Promise<Answer> {
  const { item, etag } = await getItem(api, key);
  return api.put(toItemPath(key, 'assignments'), change(item), etag);
}

/** The turns of an item, with some of them changed. */
export function withTurns({ history = [] }: WireItem, changes: Readonly<Record<number, object>>) {
  return { history: history.map((turn, index) => ({ ...turn, ...changes[index] })) };
}

/** In a terminal and over HTTP: the same items are the same snapshot, with the same bytes. Gives its id. */
export async function takeSnapshot(
  { run, api, cwd }: Workshop,
  { dataset, count }: { readonly dataset: string; readonly count: number },
): Promise<string> {
  const file = `${dataset}.snapshot.json`;
  const { code, out } = await run(['snapshot', '--dataset', dataset, '--out', file]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`: ${count} items, content hash `) });
  const { status, body } = await api.post('/v1/snapshots', { filter: { dataset: [dataset] } });
  const { id } = body as { id: string };
  expect({ status, out }).toEqual({ status: 201, out: expect.stringContaining(id) });
  expect((await api.get(`/v1/snapshots/${id}`)).text).toBe(readFileSync(join(cwd, file), 'utf8'));
  return id;
}
