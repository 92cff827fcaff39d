import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { Problem } from '../../base/fault.ts';
import { openFolderSearch } from './open-folder-search.ts';

function open(files: Readonly<Record<string, string>>) {
  const folder = makeProject(files);
  const clock = new FakeClock();
  const problems: Problem[] = [];
  const search = openFolderSearch({ folder, clock, onProblem: (problem) => problems.push(problem) });
  onTestFinished(() => search.close());
  return { folder, clock, problems, search };
}

describe('openFolderSearch', () => {
  it('searches the documents of a folder', async () => {
    const { search } = open({ 'returns.md': '# Returns\n\nWithin 14 days.' });
    const found = [{ url: 'returns.md', title: 'Returns', chunk: 'Returns\nWithin 14 days.' }];
    expect(await search.search('days', { top: 3 })).toEqual(found);
    expect(await Promise.all([search.search('days', { top: 1 }), search.search('none', { top: 1 })])).toEqual([
      found,
      [],
    ]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('does not mind a top of %d', async (top) => {
    const { search } = open({ 'a.txt': 'zebra' });
    expect(await search.search('zebra', { top })).toHaveLength(top === Number.POSITIVE_INFINITY ? 1 : 0);
  });

  it('notices changed files after a few seconds, and not at every search', async () => {
    const { folder, clock, search } = open({ 'a.txt': 'zebra' });
    await search.search('zebra', { top: 1 });
    writeFileSync(join(folder, 'b.txt'), 'lion');
    expect(await search.search('lion', { top: 1 })).toEqual([]);
    await clock.advance(3_000);
    expect(await search.search('lion', { top: 1 })).toHaveLength(1);
  });

  it('reports documents that cannot be searched', async () => {
    const { problems, search } = open({ 'big.txt': 'zebra '.repeat(1_000_000) });
    await search.search('zebra', { top: 1 });
    expect(problems.map(({ code }) => code)).toEqual(['FILE_TOO_BIG']);
  });

  it('gives a document whole, as it is now', async () => {
    const { folder, search } = open({
      'a/returns.md': '# Returns\n\nWithin 14 days.',
      'long.txt': 'word '.repeat(200_000),
    });
    const found = { url: 'a/returns.md', title: 'Returns', text: 'Returns\n\nWithin 14 days.', isCut: false };
    expect(await search.find('a/returns.md')).toEqual(found);
    expect(await search.find('long.txt')).toMatchObject({ isCut: true });
    expect(await search.find('../returns.md')).toBeUndefined();
    writeFileSync(join(folder, 'a/returns.md'), '# Returns\n\nWithin 30 days.');
    expect(await search.find('a/returns.md')).toMatchObject({ text: 'Returns\n\nWithin 30 days.' });
    rmSync(join(folder, 'a/returns.md'));
    expect(await search.find('a/returns.md')).toBeUndefined();
  });

  it('can be given up', async () => {
    const { search } = open({ 'a.txt': 'zebra' });
    const stop = new AbortController();
    const found = search.search('zebra', { top: 1, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(found).rejects.toThrow('enough');
    await expect(search.search('zebra', { top: 1, signal: stop.signal })).rejects.toThrow('enough');
  });

  it('searches nothing when it is closed', async () => {
    const { search } = open({});
    await search.close();
    await expect(search.search('a', { top: 1 })).rejects.toThrow('closed');
  });

  it('says that there is no such folder', () => {
    const root = makeProject({ 'a.txt': '' });
    expect(() => openFolderSearch({ folder: join(root, 'none') })).toThrow(
      expect.objectContaining({ code: 'FILE_MISSING' }),
    );
    expect(() => openFolderSearch({ folder: join(root, 'a.txt') })).toThrow(
      expect.objectContaining({ code: 'FILE_NONE_FOUND' }),
    );
    expect(() => openFolderSearch({ folder: root, baseUrl: 'javascript:x' })).toThrow(
      expect.objectContaining({ code: 'CONFIG_BAD_VALUE' }),
    );
  });
});
