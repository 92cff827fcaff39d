import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { FolderIndex } from './folder-index.ts';

const pages = {
  'returns.md': '# Returns\n\nSend it back within 14 days.\n\n## Refunds\n\nA refund takes five working days.\n',
  'shop/délai de retour.html': '<title>Délai</title><p>Le délai est de quatorze jours.</p>',
  'shop/返品.txt': '返品は十四日以内にお願いします。',
};

function openIndex(
  files: Readonly<Record<string, string | Uint8Array>> = pages,
  baseUrl?: string,
  mostStored?: number,
) {
  const folder = makeProject(files);
  const index = new FolderIndex(folder, baseUrl, mostStored);
  onTestFinished(() => index.close());
  return { folder, index, problems: index.refresh() };
}

const urlsOf = (index: FolderIndex, query: string, top = 10) => index.search(query, top).map(({ url }) => url);

describe('FolderIndex', () => {
  it('finds the passage that fits best, under its headings', () => {
    expect(openIndex().index.search('how long does a refund take?', 1)).toEqual([
      { url: 'returns.md', title: 'Returns', chunk: 'Returns › Refunds\nA refund takes five working days.' },
    ]);
  });

  it.each([
    ['any case', 'REFUND', ['returns.md']],
    ['beginnings of words', 'refu', ['returns.md']],
    ['letters without their marks', 'delai', ['shop/d%C3%A9lai%20de%20retour.html']],
    ['scripts without spaces', '返品', ['shop/%E8%BF%94%E5%93%81.txt']],
    ['titles', 'returns', ['returns.md']],
    ['nothing', 'zebra', []],
    ['no operator', 'refund NOT working', ['returns.md']],
    ['no broken query', '"refund', ['returns.md']],
    ['no column', 'url:returns', ['returns.md']],
    ['no words at all', '* ( ) " \u0000', []],
  ])('looks for %s', (_title, query, urls) => {
    expect(urlsOf(openIndex().index, query)).toEqual(urls);
  });

  it('gives each document once, the better one first, at most as many as wanted', () => {
    const { index } = openIndex({
      'a.txt': `${'filler words here. '.repeat(100)}\n\nrefund`,
      'b.md': '# Refund\n\nAll of refund.\n\n## Refund again\n\nrefund refund',
      'c.txt': 'nothing of it',
    });
    expect(urlsOf(index, 'refund')).toEqual(['b.md', 'a.txt']);
    expect(urlsOf(index, 'refund', 1)).toEqual(['b.md']);
    expect(urlsOf(index, 'refund', 0)).toEqual([]);
  });

  it('gives the address a document names as its own, else its path under the base address', () => {
    const files = {
      'a.md': '---\nurl: https://docs.example.com/a\n---\nzebra',
      'javascript:b?.txt': 'zebra',
    };
    expect(urlsOf(openIndex(files, 'https://x.example.com/docs/').index, 'zebra').sort()).toEqual([
      'https://docs.example.com/a',
      'https://x.example.com/docs/javascript%3Ab%3F.txt',
    ]);
    expect(urlsOf(openIndex(files).index, 'zebra')).toContain('javascript%3Ab%3F.txt');
  });

  it('notices what was added, changed and removed', () => {
    const { folder, index } = openIndex();
    writeFileSync(join(folder, 'returns.md'), 'zebra');
    utimesSync(join(folder, 'returns.md'), 1, 1);
    writeFileSync(join(folder, 'new.txt'), 'zebra');
    rmSync(join(folder, 'shop'), { recursive: true });
    expect(index.refresh()).toEqual([]);
    expect(urlsOf(index, 'zebra').sort()).toEqual(['new.txt', 'returns.md']);
    expect(urlsOf(index, 'refund delai 返品')).toEqual([]);
  });

  it('leaves out what is hidden, not a document, or reached through a link', () => {
    const outside = makeProject({ 'secret.txt': 'zebra' });
    const { folder, index } = openIndex({
      '.hidden.txt': 'zebra',
      '.git/a.txt': 'zebra',
      'node_modules/x/README.md': 'zebra',
      'a.json': '{"a": "zebra"}',
      'A.MD': 'zebra',
    });
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'secret.txt'));
    symlinkSync(outside, join(folder, 'outside'));
    symlinkSync(folder, join(folder, 'ring'));
    mkdirSync(join(folder, 'folder.md'));
    index.refresh();
    expect(urlsOf(index, 'zebra')).toEqual(['A.MD']);
  });

  it('says which documents it cannot take in, once for each version of them', () => {
    const { folder, index, problems } = openIndex({ 'big.txt': 'zebra '.repeat(1_000_000), 'small.txt': 'zebra' });
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'FILE_TOO_BIG', message: '"big.txt" exceeds 5 MB and cannot be searched.' },
    ]);
    expect(index.refresh()).toEqual([]);
    writeFileSync(join(folder, 'big.txt'), 'zebra');
    expect(index.refresh()).toEqual([]);
    expect(urlsOf(index, 'zebra').sort()).toEqual(['big.txt', 'small.txt']);
  });

  it('keeps what it knows while the folder is out of reach', () => {
    const { folder, index } = openIndex();
    rmSync(folder, { recursive: true });
    expect(index.refresh()).toMatchObject([{ code: 'FILE_UNREADABLE' }]);
    expect(urlsOf(index, 'refund')).toEqual(['returns.md']);
  });

  it('reads bytes that are not text, and texts of two bytes per letter', () => {
    const { index } = openIndex({
      'bytes.txt': Uint8Array.from([0xff, 0x00, 0xc3, 0x28, ...Buffer.from(' zebra\0lion')]),
      'wide.txt': Buffer.from('\ufeffzebra', 'utf16le'),
      'marked.md': '\ufeff# Zebra',
      'empty.md': '',
    });
    expect(urlsOf(index, 'zebra').sort()).toEqual(['bytes.txt', 'marked.md', 'wide.txt']);
    expect(urlsOf(index, 'lion')).toEqual(['bytes.txt']);
  });

  it('leaves out a document when there is no room for what is kept of it', () => {
    const title = 'Returns '.repeat(30);
    const files = {
      'a.md': `# ${title}\n\n## Zebra\n\n${'### a\nb\n'.repeat(100)}`,
      'b.txt': 'zebra',
    };
    // It has 1,054 characters, but its title is indexed with each passage: 100 × (239 + 100 + 9 + 1) = 34,900.
    const { index, problems } = openIndex(files, undefined, 20_000);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'FILE_TOO_BIG' }]);
    expect(urlsOf(index, 'zebra')).toEqual(['b.txt']);
    expect(openIndex(files, undefined, 200_000).problems).toEqual([]);
  });

  it('has room again for as much as a document took, after its removal', () => {
    const { folder, index } = openIndex({ 'a.md': '# a\nzebra\n'.repeat(20) }, undefined, 4_000);
    for (let version = 1; version <= 5; version += 1) {
      writeFileSync(join(folder, 'a.md'), '# a\nzebra\n'.repeat(20));
      utimesSync(join(folder, 'a.md'), version, version);
      expect(index.refresh()).toEqual([]);
    }
    expect(urlsOf(index, 'zebra')).toEqual(['a.md']);
  });

  it('takes in the beginning of a document of too many passages, and says so once', () => {
    const headings = [1, 2, 3, 4, 5].map((level) => `${'#'.repeat(level)} ${'heading '.repeat(25)}\n`).join('');
    const { index, problems } = openIndex({ 'many.md': `${headings}lion\n${'###### a\nb\n'.repeat(400_000)}zebra` });
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        code: 'FILE_TOO_BIG',
        message: '"many.md" has more than 10000 passages. The rest cannot be searched.',
      },
    ]);
    expect(index.refresh()).toEqual([]);
    expect(urlsOf(index, 'lion')).toEqual(['many.md']);
    expect(urlsOf(index, 'zebra')).toEqual([]);
  });

  it('takes in a page of five megabytes', () => {
    const { index } = openIndex({ 'big.html': `<p>${'<b>word</b> '.repeat(400_000)}</p><p>zebra</p>` });
    expect(urlsOf(index, 'zebra')).toEqual(['big.html']);
  });
});
