import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listCitedUrls } from './cited-url.ts';
import { toUrlKey } from './url-key.ts';

const known = new Set(['https://a/b', 'https://a/b_(c)', 'https://a/what?']);

describe('listCitedUrls', () => {
  it.each([
    ['See https://a/b.', ['https://a/b']],
    ['[here](https://A/b/), and <HTTPS://a/b#top>', ['https://a/b', 'https://a/b']],
    ['(see [it](https://a/b_(c))).', ['https://a/b_(c)']],
    ['(https://a/b)(https://a/b)', ['https://a/b', 'https://a/b']],
    ['Is it https://a/what? Yes', ['https://a/what?']],
    ['**https://a/b**, "https://a/b", `https://a/b`', ['https://a/b', 'https://a/b', 'https://a/b']],
    ['请看https://a/b。然后（https://a/b）', ['https://a/b', 'https://a/b']],
    ['\u202ehttps://a/b\u0000https://a/b\u001b[0m', ['https://a/b', 'https://a/b']],
    ['http://', []],
    ['', []],
  ])('finds in %j the known %j', (text, keys) => {
    expect(listCitedUrls(text, known).flatMap(({ key }) => key ?? [])).toEqual(keys);
  });

  it('tells what is not known without the signs of the sentence', () => {
    expect(listCitedUrls('Not https://c/d!? but (https://e).', known)).toEqual([
      { url: 'https://c/d' },
      { url: 'https://e' },
    ]);
  });

  it('finds a known address whatever stands around it', () => {
    const around = fc.constantFrom(' ', '\n', '(', ')', '<', '>', '.', ', ', '"', '**', '', '。');
    const before = around.filter((sign) => sign !== '(');
    const url = fc.webUrl({ withQueryParameters: true }).filter((text) => !/[()]/.test(text));
    fc.assert(
      fc.property(url, before, around, (text, left, right) => {
        const key = toUrlKey(text);
        expect(listCitedUrls(`x${left}${text}${right}`, new Set([key]))).toMatchObject([{ key }]);
      }),
    );
  });

  it('reads a megabyte of brackets and beginnings', () => {
    expect(listCitedUrls('https://a('.repeat(100_000), known)).toHaveLength(100_000);
    expect(listCitedUrls(`https://${'('.repeat(1_000_000)}`, known)).toEqual([]);
    expect(listCitedUrls(`https://a${'.'.repeat(1_000_000)}`, known)).toEqual([{ url: 'https://a' }]);
  });
});
