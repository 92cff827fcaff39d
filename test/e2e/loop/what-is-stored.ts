import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Label } from '../../../src/conversation/label.ts';
import { getItem, type Key, toItemPath } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import type { Workshop } from './workshop.ts';

/** The items assigned to ann. */
export async function listHeld({ api }: Workshop): Promise<readonly WireItem[]> {
  const { status, body } = await api.get('/v1/assignments/my');
  expect(status).toBe(200);
  // The expectations on it say what it has to hold.
  return (body as { items: readonly WireItem[] }).items;
}

/** The server's answer to the approval of an unfinished item: `[path, code]` of each thing that is missing. */
export async function listRefusals({ api }: Workshop, key: Key): Promise<readonly (readonly string[])[]> {
  const { etag } = await getItem(api, key);
  const { status, problem } = await api.put(toItemPath(key, 'assignments'), { status: 'approved' }, etag);
  expect({ status, code: problem.code }).toEqual({ status: 422, code: 'APPROVAL_BLOCKED' });
  return problem.problems?.map(({ path, code }) => [path, code]) ?? [];
}

/** In the order of the store. */
export async function listLabels({ api }: Workshop, dataset: string): Promise<readonly Label[]> {
  const { body } = await api.get(`/v1/labels?dataset=${dataset}`);
  return (body as { labels: readonly Label[] }).labels;
}

/** In a terminal: the id of the snapshot, and its bytes. */
export async function snapshotInTerminal(
  { run, cwd }: Workshop,
  { dataset, count }: { readonly dataset: string; readonly count: number },
) {
  const name = `${dataset}.snapshot.json`;
  const { code, out } = await run(['snapshot', '--dataset', dataset, '--out', name]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`: ${count} items, content hash `) });
  return { out, file: readFileSync(join(cwd, name), 'utf8') };
}
