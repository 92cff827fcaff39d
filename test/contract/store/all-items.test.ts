import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../src/store/item-port.ts';
import { engines } from './engines.ts';
import { saveItem, toBatches, toKey, toSaving } from './items.ts';
import { toList } from './records.ts';

describe.each(engines)('all items on $name', ({ makeDatabase }) => {
  it('gives everything as it was at one moment, even if items change during the read', async () => {
    const { curation } = await makeDatabase().open();
    const toAll = (comment: string) =>
      Array.from({ length: 450 }, (_, index) =>
        toSaving(toKey(`item-${index}`, `d-${index % 2}`), { changes: { comment } }),
      );
    await toList(curation.items.changeMany(toBatches(toAll('old'))));
    const comments: unknown[] = [];
    for await (const { body } of curation.items.all({})) {
      comments.push(JSON.parse(body).comment);
      if (comments.length !== 3) continue;
      await toList(curation.items.changeMany(toBatches(toAll('new')), () => true));
      await saveItem(curation, toKey('item-1', 'd-1'));
      await saveItem(curation, toKey('added', 'e'));
    }
    expect(comments).toEqual(Array.from({ length: 450 }, () => 'old'));
    expect(await toList(curation.items.all({ keyword: 'new' }))).toHaveLength(449);
  });

  it('includes items added during the read if the caller allows changes', async () => {
    const { curation } = await makeDatabase().open();
    const changes = Array.from({ length: 300 }, (_, index) => toSaving(toKey(`item-${index}`)));
    await toList(curation.items.changeMany(toBatches(changes)));
    let count = 0;
    for await (const _ of curation.items.all({}, { mayChange: true })) {
      count += 1;
      if (count === 10) await saveItem(curation, toKey('item-last'));
    }
    expect(count).toBe(301);
  });

  it('gives several readers each the moment at which it began, and may be broken off', async () => {
    const { curation } = await makeDatabase().open();
    const changes = Array.from({ length: 250 }, (_, index) => toSaving(toKey(`aa-${index}`)));
    await toList(curation.items.changeMany(toBatches(changes)));
    const readers: AsyncIterator<ItemRecord>[] = [];
    for (let revision = 1; revision <= 4; revision += 1) {
      await saveItem(curation, toKey('a'));
      await saveItem(curation, toKey(`b-${revision}`));
      const reader = curation.items.all({})[Symbol.asyncIterator]();
      expect(await reader.next()).toMatchObject({ value: { id: 'a', revision } });
      readers.push(reader);
    }
    await readers[3]?.return?.();
    const counts = readers.slice(0, 3).map(async (reader) => {
      let count = 0;
      while ((await reader.next()).done !== true) count += 1;
      return count;
    });
    expect(await Promise.all(counts)).toEqual([251, 252, 253]);
    expect(await curation.items.count({})).toBe(255);
  });
});
