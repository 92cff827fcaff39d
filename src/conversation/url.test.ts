import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUrlFault, listCitedUrls, toUrlKey } from './url.ts';

describe('toUrlKey', () => {
  it.each([
    ['HTTPS://Example.COM/Doc', 'https://example.com/Doc'],
    ['http://a:80/x', 'http://a/x'],
    ['https://a:443', 'https://a'],
    ['http://a:443/x', 'http://a:443/x'],
    ['http://a:/x', 'http://a/x'],
    ['http://a/x#part', 'http://a/x'],
    ['http://a/x/', 'http://a/x'],
    ['http://a/', 'http://a'],
    ['http://a/x/?q=/', 'http://a/x?q=/'],
    ['http://a?q=1#x', 'http://a?q=1'],
    ['http://User@A/x', 'http://User@a/x'],
    ['http://[::1]:80/', 'http://[::1]'],
    ['  http://a  ', 'http://a'],
  ])('gives %j and %j the same key', (url, key) => {
    expect(toUrlKey(url)).toBe(key);
  });

  it.each([
    ['plain words #1/', 'plain words #1/'],
    [' doc.pdf ', 'doc.pdf'],
    ['HTTP://', 'HTTP://'],
    ['http://a:b:c/', 'http://a:b:c/'],
    ['', ''],
  ])('only trims %j', (text, key) => {
    expect(toUrlKey(text)).toBe(key);
  });

  it('is idempotent', () => {
    const url = fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string());
    fc.assert(
      fc.property(url, (text) => {
        expect(toUrlKey(toUrlKey(text))).toBe(toUrlKey(text));
      }),
    );
  });

  it('still names the same page, except for fragment and slashes', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const plain = (address: string) => {
          const { origin, pathname, search } = new URL(address);
          return `${origin}${pathname.replace(/\/+$/, '')}${search}`;
        };
        expect(plain(toUrlKey(`${url}#x`))).toBe(plain(url));
      }),
    );
  });
});

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

  it('leaves the punctuation of the sentence out of an unknown URL', () => {
    expect(listCitedUrls('Not https://c/d!? but (https://e).', known)).toEqual([
      { url: 'https://c/d' },
      { url: 'https://e' },
    ]);
  });

  it('finds a known URL in any surroundings', () => {
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

  it('stays fast on a megabyte of brackets and scheme prefixes', () => {
    expect(listCitedUrls('https://a('.repeat(100_000), known)).toHaveLength(100_000);
    expect(listCitedUrls(`https://${'('.repeat(1_000_000)}`, known)).toEqual([]);
    expect(listCitedUrls(`https://a${'.'.repeat(1_000_000)}`, known)).toEqual([{ url: 'https://a' }]);
  });
});

describe('findUrlFault', () => {
  it.each([
    'http://a',
    'https://example.com/a?b=c#d',
    'kb://article/7',
    'docs/policy.md',
    'urn:isbn:1',
    'https://example.com/javascript:void(0)',
    'database:7',
  ])('accepts %j', (url) => {
    expect(findUrlFault(url)).toBeUndefined();
  });

  it.each([
    '',
    '   ',
    'http://a\u0000b',
    'http://a\nb',
    'http://a\u2028b',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java script :alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/hosts',
    'FILE://x',
    'blob:https://a/b',
  ])('rejects %j', (url) => {
    expect(findUrlFault(url)).toMatch(/^[A-Z].*\.\n.*\.$/);
  });
});
