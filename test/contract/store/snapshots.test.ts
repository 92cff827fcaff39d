import { describe, expect, it } from 'vitest';
import type { ItemFilter } from '../../../src/store/item-port.ts';
import { engines } from './engines.ts';
import { saveItem, setStatus, toBatches, toKey, toSaving } from './items.ts';
import { toList } from './records.ts';

const filter: ItemFilter = { statuses: ['approved'], tags: ['topic:x'], keyword: 'a "b c"' };
const snapshot = { id: 's-1', hash: 'h', createdBy: 'ann', filter, count: 2 };

describe.each(engines)('snapshots on $name', ({ makeDatabase }) => {
  it('keeps items as they were, by dataset and id', async () => {
    const { curation } = await makeDatabase().open();
    const b = await saveItem(curation, toKey('b'), { changes: { comment: 'then' } });
    const a = await saveItem(curation, toKey('a', 'zoo'), { changes: { comment: 'then' } });
    const saved = await curation.snapshots.save(snapshot, toBatches(a, b));
    expect(saved).toEqual({ ...snapshot, createdAt: expect.any(String) });
    await saveItem(curation, toKey('b'), { changes: { comment: 'now' }, write: { status: 'approved' } });
    expect(await toList(curation.snapshots.items('s-1'))).toEqual([
      { ...toKey('b'), revision: 1, status: 'draft', body: b.body },
      { ...toKey('a', 'zoo'), revision: 1, status: 'draft', body: a.body },
    ]);
    expect(await curation.snapshots.find('s-1')).toEqual(saved);
    expect(await curation.snapshots.find('s-2')).toBeUndefined();
    expect(await toList(curation.snapshots.items('s-2'))).toEqual([]);
  });

  it('keeps the first of the same id, and lists the newest first', async () => {
    const { curation } = await makeDatabase().open();
    const a = await saveItem(curation, toKey('a'));
    const first = await curation.snapshots.save(snapshot, toBatches(a));
    expect(await curation.snapshots.save({ ...snapshot, createdBy: 'bob' }, toBatches())).toEqual(first);
    const both = { ...snapshot, id: 's-2' };
    await Promise.all([curation.snapshots.save(both, toBatches(a)), curation.snapshots.save(both, toBatches(a))]);
    expect((await curation.snapshots.list()).map((each) => each.id)).toEqual(['s-2', 's-1']);
    expect(await toList(curation.snapshots.items('s-2'))).toHaveLength(1);
  });

  it('leaves out items that were purged, before or after', async () => {
    const { curation } = await makeDatabase().open();
    const records = [await saveItem(curation, toKey('a')), await saveItem(curation, toKey('b'))];
    await setStatus(curation, toKey('b'), { action: 'approve', status: 'approved' });
    await curation.items.purge(toKey('a'), 'ann');
    await curation.snapshots.save(snapshot, toBatches(...records));
    expect(await toList(curation.snapshots.items('s-1'))).toMatchObject([toKey('b')]);
    await curation.items.purge(toKey('b'), 'ann');
    await saveItem(curation, toKey('b'));
    expect(await toList(curation.snapshots.items('s-1'))).toEqual([]);
  });

  it('shows nothing of a snapshot that was cut off', async () => {
    const { curation } = await makeDatabase().open();
    const a = await saveItem(curation, toKey('a'));
    async function* items() {
      yield a;
      throw new Error('cut off');
    }
    await expect(curation.snapshots.save(snapshot, items())).rejects.toThrow('cut off');
    expect(await curation.snapshots.list()).toEqual([]);
    await curation.snapshots.save(snapshot, toBatches(a));
    expect(await toList(curation.snapshots.items('s-1'))).toHaveLength(1);
  });

  it('has every item of a big one', async () => {
    const { curation } = await makeDatabase().open();
    const changes = Array.from({ length: 1234 }, (_, index) => toSaving(toKey(`i-${index}`)));
    await toList(curation.items.changeMany(toBatches(changes)));
    await curation.snapshots.save({ ...snapshot, count: 1234 }, curation.items.all({}));
    const ids = (await toList(curation.snapshots.items('s-1'))).map((item) => item.id);
    expect(ids).toEqual(changes.map((change) => change.key.id).toSorted());
  });
});
