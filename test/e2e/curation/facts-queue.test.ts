import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { createItem, getItem, toImport, toItemPath, toNewItem } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import { serveStore } from '../../support/served-store.ts';

interface Served {
  readonly assigned: readonly WireItem[];
  readonly requested: number;
  readonly assignedCount: number;
}

async function selfServe(api: ApiClient, limit: number): Promise<Served> {
  const answer = await api.post('/v1/assignments/self-serve', { limit });
  expect(answer.status, answer.text).toBe(200);
  return toBody<Served>(answer);
}

async function listMine(api: ApiClient): Promise<readonly string[]> {
  const { items } = toBody<{ items: readonly WireItem[] }>(await api.get('/v1/assignments/my'));
  return items.map(({ id }) => id);
}

async function fill(api: ApiClient, dataset: string, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => toNewItem({ dataset, id: `${dataset}-${index}` }));
  expect(toImport(await api.import(items)).counts).toMatchObject({ created: count });
}

describe('fact 18', () => {
  it('takes the limit as a total, in which the open drafts of the caller count first', async () => {
    const api = (await serveStore()).client('ann');
    await fill(api, 'd', 10);
    const first = await selfServe(api, 3);
    expect(first).toMatchObject({ requested: 3, assignedCount: 3 });
    expect(first.assigned).toHaveLength(3);
    const second = await selfServe(api, 5);
    expect(second.assigned.map(({ id }) => id)).toEqual(expect.arrayContaining(first.assigned.map(({ id }) => id)));
    expect(second.assigned).toHaveLength(5);
    expect(await selfServe(api, 2)).toMatchObject({ requested: 2 });
    expect(await listMine(api)).toHaveLength(5);
    expect((await selfServe(api, 50)).assigned).toHaveLength(10);
    expect(await listMine(api)).toHaveLength(10);
  });

  it('tells whose an item is, and since when', async () => {
    const api = (await serveStore()).client('ann');
    await fill(api, 'd', 1);
    const { assigned } = await selfServe(api, 1);
    expect(assigned).toMatchObject([
      { id: 'd-0', status: 'draft', assignedTo: 'ann', assignedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    const { item } = await getItem(api, { dataset: 'd', id: 'd-0' });
    expect(item).toEqual(assigned[0]);
  });

  it('fills by the weight of the datasets', async () => {
    const api = (await serveStore()).client();
    for (const name of ['a', 'b', 'never']) await fill(api, name, 20);
    await putWeight(api, 'a', 3);
    await putWeight(api, 'never', 0);
    const { assigned } = await selfServe(api, 8);
    const count = (name: string) => assigned.filter(({ datasetName }) => datasetName === name).length;
    expect([count('a'), count('b'), count('never')]).toEqual([6, 2, 0]);
    expect((await selfServe(api, 60)).assigned).toHaveLength(40);
  });

  it('offers only drafts', async () => {
    const api = (await serveStore()).client();
    await createItem(api, { dataset: 'd', id: 'done' }, { status: 'approved' });
    const gone = await createItem(api, { dataset: 'd', id: 'gone' });
    await api.delete(toItemPath({ dataset: 'd', id: 'gone' }), gone.etag);
    await createItem(api, { dataset: 'd', id: 'open' });
    expect((await selfServe(api, 10)).assigned.map(({ id }) => id)).toEqual(['open']);
  });

  it('offers a skipped item to others, and not again to the person who skipped it', async () => {
    const world = await serveStore();
    const [ann, bob] = [world.client('ann'), world.client('bob')];
    await fill(ann, 'd', 2);
    const { assigned } = await selfServe(ann, 1);
    const id = assigned[0]?.id ?? '';
    const path = toItemPath({ dataset: 'd', id }, 'assignments');
    const skipped = await ann.put(path, { status: 'skipped' }, `"${assigned[0]?._etag}"`);
    expect(skipped.item.status).toBe('skipped');
    expect(skipped.item).not.toHaveProperty('assignedTo');
    expect((await selfServe(ann, 10)).assigned.map((item) => item.id)).not.toContain(id);
    const offered = (await selfServe(bob, 10)).assigned;
    expect(offered.map((item) => item.id)).toEqual([id]);
    expect(offered).toMatchObject([{ assignedTo: 'bob' }]);
  });

  it('gives 50 callers at once never the same item', async () => {
    const world = await serveStore();
    await fill(world.client(), 'd', 120);
    const callers = Array.from({ length: 50 }, (_, index) => world.client(`caller-${index}`));
    const all = await Promise.all(callers.map((caller) => selfServe(caller, 3)));
    const ids = all.flatMap(({ assigned }) => assigned.map(({ id }) => id));
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
  });

  it.each([
    [{ limit: 0 }],
    [{ limit: -1 }],
    [{ limit: 1.5 }],
    [{ limit: '3' }],
    [{ limit: 1e9 }],
    [{ limit: 1, x: 1 }],
    [[]],
  ])('refuses %j', async (body) => {
    const api = (await serveStore()).client();
    expect((await api.post('/v1/assignments/self-serve', body)).status).toBe(422);
  });
});

async function putWeight(api: ApiClient, name: string, weight: number): Promise<void> {
  const { etag } = await api.get(`/v1/datasets/${name}`);
  expect((await api.put(`/v1/datasets/${name}`, { weight }, etag)).status).toBe(200);
}
