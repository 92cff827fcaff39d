import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { saveItem, setStatus, toKey } from './items.ts';

describe.each(engines)('datasets on $name', ({ makeDatabase }) => {
  it('has a dataset from its first item, and counts its items by status', async () => {
    const { curation } = await makeDatabase().open();
    for (const id of ['a', 'b', 'c']) await saveItem(curation, toKey(id));
    await saveItem(curation, toKey('a', 'art'), { write: { status: 'approved' } });
    await setStatus(curation, toKey('b'), { action: 'delete', status: 'deleted' });
    expect(await curation.datasets.list()).toMatchObject([
      { name: 'art', description: '', weight: 1, counts: { approved: 1 } },
      { name: 'desk', counts: { draft: 2, deleted: 1 } },
    ]);
    expect((await curation.datasets.find('desk'))?.counts).toEqual({ draft: 2, deleted: 1 });
    await curation.items.purge(toKey('b'), 'ann');
    expect((await curation.datasets.find('desk'))?.counts).toEqual({ draft: 2 });
    expect(await curation.stats()).toEqual({ datasets: 2, items: { draft: 2, approved: 1 }, labels: 0, raters: 0 });
    expect(await curation.datasets.find('none')).toBeUndefined();
  });

  it('makes a dataset once, and keeps its texts as they are', async () => {
    const { curation } = await makeDatabase().open();
    const description = 'half \ud800, NUL \0, "quoted"';
    expect(await curation.datasets.create({ name: 'desk', description, weight: 2.5, actor: 'ann' })).toBe(true);
    expect(await curation.datasets.create({ name: 'desk', actor: 'bob' })).toBe(false);
    expect(await curation.datasets.find('desk')).toMatchObject({ description, weight: 2.5, counts: {} });
    await saveItem(curation, toKey('a'));
    expect(await curation.datasets.list()).toMatchObject([{ description, weight: 2.5, counts: { draft: 1 } }]);
  });

  it('replaces with the right ETag only', async () => {
    const { curation } = await makeDatabase().open();
    await curation.datasets.create({ name: 'desk', description: 'old', actor: 'ann' });
    const { etag = '' } = (await curation.datasets.find('desk')) ?? {};
    const replaced = await curation.datasets.replace('desk', { value: { weight: 0 }, actor: 'bob', etag });
    expect(replaced).toMatchObject({ description: 'old', weight: 0 });
    expect(replaced?.etag).not.toBe(etag);
    const stale = curation.datasets.replace('desk', { value: { weight: 9 }, actor: 'bob', etag });
    await expect(stale).rejects.toMatchObject({ code: 'STORE_STALE' });
    await curation.datasets.replace('desk', { value: { description: 'new' }, actor: 'bob' });
    expect(await curation.datasets.find('desk')).toMatchObject({ description: 'new', weight: 0 });
    expect(await curation.datasets.replace('none', { value: {}, actor: 'bob' })).toBeUndefined();
  });

  it('keeps the assistant roles of each dataset', async () => {
    const { curation } = await makeDatabase().open();
    await curation.datasets.create({ name: 'desk', assistantRoles: ['output-agent'], actor: 'ann' });
    await saveItem(curation, toKey('a', 'art'));
    expect(await curation.datasets.list()).toMatchObject([
      { name: 'art', assistantRoles: [] },
      { name: 'desk', assistantRoles: ['output-agent'] },
    ]);
    await curation.datasets.replace('desk', { value: { weight: 2 }, actor: 'bob' });
    const rolesOf = await curation.datasets.assistantRoles();
    expect(['desk', 'art', 'none'].map(rolesOf)).toEqual([['output-agent'], [], []]);
    await curation.datasets.replace('desk', { value: { assistantRoles: [] }, actor: 'bob' });
    expect(await curation.datasets.find('desk')).toMatchObject({ assistantRoles: [] });
  });

  it('keeps instructions with an ETag of their own', async () => {
    const { curation } = await makeDatabase().open();
    await curation.datasets.create({ name: 'desk', actor: 'ann' });
    const first = await curation.datasets.findInstructions('desk');
    expect(first).toEqual({ value: '', etag: expect.any(String) });
    const value = '# Be kind\n\ud800\0';
    const second = await curation.datasets.replaceInstructions('desk', {
      value,
      actor: 'bob',
      etag: first?.etag ?? '',
    });
    expect(second).toMatchObject({ value, updatedBy: 'bob', updatedAt: expect.any(String) });
    expect(await curation.datasets.findInstructions('desk')).toEqual(second);
    const stale = curation.datasets.replaceInstructions('desk', { value, actor: 'bob', etag: first?.etag ?? '' });
    await expect(stale).rejects.toMatchObject({ code: 'STORE_STALE' });
    expect(await curation.datasets.findInstructions('none')).toBeUndefined();
    expect(await curation.datasets.replaceInstructions('none', { value, actor: 'bob' })).toBeUndefined();
    const { etag = '' } = (await curation.datasets.find('desk')) ?? {};
    await curation.datasets.replace('desk', { value: { weight: 2 }, actor: 'bob', etag });
  });
});
