import { describe, expect, it } from 'vitest';
import { presetTags } from '../../../src/curate/tag-schema.ts';
import { engines } from './engines.ts';
import { saveItem, setStatus, toKey } from './items.ts';

describe.each(engines)('tags on $name', ({ makeDatabase }) => {
  it('lists manual tags that are used or were added, with the items that have them', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('a'), { changes: { manualTags: ['topic:x', 'topic:y'] } });
    await saveItem(curation, toKey('b'), { changes: { manualTags: ['topic:x'] } });
    await curation.tags.add(['topic:y', 'topic:z', 'topic:z'], 'ann');
    expect(await curation.tags.list()).toEqual([
      { tag: 'topic:x', items: 2, isListed: false },
      { tag: 'topic:y', items: 1, isListed: true },
      { tag: 'topic:z', items: 0, isListed: true },
    ]);
    await setStatus(curation, toKey('a'), { action: 'delete', status: 'deleted' });
    await saveItem(curation, toKey('b'), { changes: { manualTags: ['topic:w'] } });
    expect(await curation.tags.list()).toEqual([
      { tag: 'topic:w', items: 1, isListed: false },
      { tag: 'topic:y', items: 0, isListed: true },
      { tag: 'topic:z', items: 0, isListed: true },
    ]);
    await setStatus(curation, toKey('a'), { action: 'restore', status: 'draft' });
    expect(await curation.tags.remove(['topic:y', 'topic:z', 'topic:x', 'no:such'], 'ann')).toBe(2);
    expect(await curation.tags.list()).toEqual([
      { tag: 'topic:w', items: 1, isListed: false },
      { tag: 'topic:x', items: 1, isListed: false },
      { tag: 'topic:y', items: 1, isListed: false },
    ]);
    expect(await curation.tags.remove([], 'ann')).toBe(0);
    await curation.tags.add([], 'ann');
  });

  it('takes tags that differ only in broken characters for one, and loses none of the item', async () => {
    const { curation } = await makeDatabase().open();
    const manualTags = ['topic:\ud800', 'topic:\ud801', 'topic:\0'];
    const record = await saveItem(curation, toKey('a'), { changes: { manualTags } });
    expect(JSON.parse(record.body).manualTags).toEqual(manualTags);
    expect((await curation.items.list({ tags: ['topic:\0'], limit: 5 })).records).toHaveLength(1);
    await saveItem(curation, toKey('a'));
    expect(await curation.tags.list()).toEqual([]);
    expect((await curation.items.list({ tags: ['topic:\ud801'], limit: 5 })).records).toEqual([]);
  });

  it('has the preset as its schema until another is saved', async () => {
    const { curation } = await makeDatabase().open();
    const first = await curation.tags.schema();
    expect(first).toEqual({ value: presetTags, etag: expect.any(String) });
    const value = { groups: [{ name: 'topic', exclusive: true }] };
    const second = await curation.tags.replaceSchema({ value, actor: 'ann', etag: first.etag });
    expect(second).toMatchObject({ value, updatedBy: 'ann' });
    expect(await curation.tags.schema()).toEqual(second);
    await expect(curation.tags.replaceSchema({ value, actor: 'bob', etag: first.etag })).rejects.toMatchObject({
      code: 'STORE_STALE',
    });
    expect((await curation.tags.replaceSchema({ value, actor: 'bob' })).etag).not.toBe(second.etag);
  });

  it('has an empty glossary until one is saved', async () => {
    const { curation } = await makeDatabase().open();
    expect((await curation.tags.glossary()).value).toEqual({ entries: {} });
    const value = { entries: { topic: 'What it is about.', 'topic:x': '\ud800' } };
    await curation.tags.replaceGlossary({ value, actor: 'ann' });
    expect(await curation.tags.glossary()).toMatchObject({ value, updatedBy: 'ann' });
    expect((await curation.tags.schema()).value).toEqual(presetTags);
  });
});
