import { describe, expect, it } from 'vitest';
import type { CurationStore } from '../../../src/store/curation-port.ts';
import { engines } from './engines.ts';
import { saveItem, setStatus, toBatches, toIds, toKey, toSaving } from './items.ts';
import { toList } from './records.ts';

async function fill(store: CurationStore, dataset: string, count: number): Promise<void> {
  const changes = Array.from({ length: count }, (_, index) => toSaving(toKey(`${dataset}-${index}`, dataset)));
  await toList(store.items.changeMany(toBatches(changes)));
}

describe.each(engines)('the queue on $name', ({ makeDatabase }) => {
  it('gives unassigned drafts, the least recently changed first, and counts those assigned to the caller', async () => {
    const { curation } = await makeDatabase().open();
    await fill(curation, 'desk', 5);
    const before = await curation.items.find(toKey('desk-0', 'desk'));
    const first = await curation.queue.serve('ann', 2);
    expect(toIds(first)).toEqual(['desk-0', 'desk-1']);
    expect(first).toMatchObject([
      { assignedTo: 'ann', assignedAt: expect.any(String), status: 'draft', revision: 1 },
      {},
    ]);
    expect(first[0]?.etag).not.toBe(before?.etag);
    expect(first[0]?.updatedAt).toBe(before?.updatedAt);
    expect(toIds(await curation.queue.serve('ann', 2))).toEqual(['desk-0', 'desk-1']);
    expect(toIds(await curation.queue.serve('ann', 3))).toEqual(['desk-0', 'desk-1', 'desk-2']);
    expect(toIds(await curation.queue.serve('ann', 1))).toEqual(['desk-0']);
    expect(toIds(await curation.queue.serve('bob', 10))).toEqual(['desk-3', 'desk-4']);
    expect(toIds(await curation.queue.serve('cat', 10))).toEqual([]);
    expect(toIds(await curation.queue.mine('ann'))).toEqual(['desk-0', 'desk-1', 'desk-2']);
    expect(await curation.items.find(toKey('desk-0', 'desk'))).toEqual(first[0]);
    expect(await curation.items.list({ assignedTo: 'bob', limit: 9 })).toMatchObject({ records: [{}, {}] });
  });

  it('divides by the weight of the datasets, and makes up for those that have too few', async () => {
    const { curation } = await makeDatabase().open();
    for (const [name, weight] of Object.entries({ heavy: 3, light: 1, never: 0 })) {
      await curation.datasets.create({ name, weight, actor: 'ann' });
    }
    await curation.datasets.create({ name: 'empty', weight: 100, actor: 'ann' });
    await fill(curation, 'heavy', 20);
    await fill(curation, 'light', 3);
    await fill(curation, 'never', 5);
    const countByDataset = (records: readonly { dataset: string }[]) => {
      const groups = Map.groupBy(records, (record) => record.dataset);
      return Object.fromEntries(Array.from(groups, ([name, all]) => [name, all.length]));
    };
    expect(countByDataset(await curation.queue.serve('ann', 8))).toEqual({ heavy: 6, light: 2 });
    // One is left of the light ones: 8 × 1/4 = 2 is more than there is.
    expect(countByDataset(await curation.queue.serve('bob', 8))).toEqual({ heavy: 7, light: 1 });
    expect(await curation.queue.serve('cat', 100)).toHaveLength(20 - 6 - 7);
  });

  it('offers a skipped item as a draft to everyone except the person who skipped it', async () => {
    const { curation } = await makeDatabase().open();
    const key = toKey('a');
    await saveItem(curation, key);
    await curation.queue.serve('ann', 1);
    const skip = { action: 'skip', status: 'skipped', isSkippedByActor: true, assignedTo: null } as const;
    await setStatus(curation, key, { ...skip, actor: 'ann' });
    expect(await curation.queue.serve('ann', 1)).toEqual([]);
    const [given] = await curation.queue.serve('bob', 1);
    expect(given).toMatchObject({ id: 'a', status: 'draft', assignedTo: 'bob', revision: 3, updatedBy: 'bob' });
    expect(await curation.items.findRevision(key, 3)).toMatchObject({ action: 'draft', etag: given?.etag });
    expect(await curation.stats()).toMatchObject({ items: { draft: 1 } });
    await setStatus(curation, key, { ...skip, actor: 'bob' });
    expect(await curation.queue.serve('bob', 1)).toEqual([]);
    expect(await curation.queue.serve('ann', 1)).toEqual([]);
    expect(await curation.queue.serve('cat', 1)).toHaveLength(1);
  });

  it('keeps an item that a change took away from its owner off the queue of that owner', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('a'));
    await curation.queue.serve('ann', 1);
    await setStatus(curation, toKey('a'), { action: 'approve', status: 'approved', assignedTo: null });
    expect(await curation.queue.mine('ann')).toEqual([]);
    expect(await curation.queue.serve('ann', 1)).toEqual([]);
  });

  it('never gives an item to two callers, in whichever process they are', async () => {
    const database = makeDatabase();
    const stores = [(await database.open()).curation, (await database.open()).curation];
    await fill(stores[0] as CurationStore, 'desk', 120);
    const served = await Promise.all(
      Array.from({ length: 50 }, (_, caller) =>
        (stores[caller % 2] as CurationStore).queue.serve(`caller-${caller}`, 3),
      ),
    );
    const ids = served.flatMap(toIds);
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
  });
});
