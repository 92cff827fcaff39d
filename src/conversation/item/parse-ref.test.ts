import { describe, expect, it } from 'vitest';
import { mergeRefs, parseRef, parseRefs } from './parse-ref.ts';

describe('parseRef', () => {
  it('keeps every field and trims the url', () => {
    const written = { url: ' http://a ', title: 't', content: 'c', keyExcerpt: 'k', type: 'kb', bonus: true };
    expect(parseRef(written)).toEqual({ value: { ref: { ...written, url: 'http://a' } }, issues: [] });
  });

  it.each([
    [{ url: 'http://a' }, { url: 'http://a' }],
    [
      { url: 'http://a', bonus: false },
      { url: 'http://a', bonus: false },
    ],
    [{ url: 'http://a', bonus: null, title: null }, { url: 'http://a' }],
  ])('reads %j and keeps absent fields absent', (written, ref) => {
    expect(parseRef(written).value).toEqual({ ref });
  });

  it.each([
    [{ url: 'u', turnIndex: 3 }, 3],
    [{ url: 'u', messageIndex: 3 }, 3],
    [{ url: 'u', turnIndex: 3, messageIndex: 3 }, 3],
    [{ url: 'u', turnIndex: null }, undefined],
  ])('separates the turn of %j from the ref', (written, turnIndex) => {
    const { ref, turnIndex: named } = parseRef(written).value ?? {};
    expect([ref, named]).toEqual([{ url: 'u' }, turnIndex]);
  });

  it.each([
    ['http://a', { path: [], kind: 'bad-value', hint: 'Write {"url": "http://a"}.' }],
    [null, { path: [], kind: 'bad-value' }],
    [[], { path: [], kind: 'bad-value' }],
    [{}, { path: ['url'], kind: 'missing-key' }],
    [{ url: null }, { path: ['url'], kind: 'missing-key' }],
    [{ url: 7 }, { path: ['url'], kind: 'bad-value' }],
    [{ url: '  ' }, { path: ['url'], kind: 'bad-value', code: 'ITEM_BAD_URL' }],
    [{ url: 'javascript:x' }, { path: ['url'], kind: 'bad-value', code: 'ITEM_BAD_URL' }],
    [
      { url: 'u', titel: 'x' },
      { path: ['titel'], kind: 'unknown-key', hint: 'Did you mean "title"?' },
    ],
    [
      { url: 'u', bonus: 'yes' },
      { path: ['bonus'], kind: 'bad-value' },
    ],
    [
      { url: 'u', turnIndex: -1 },
      { path: ['turnIndex'], kind: 'bad-value' },
    ],
    [
      { url: 'u', turnIndex: 1.5 },
      { path: ['turnIndex'], kind: 'bad-value' },
    ],
    [
      { url: 'u', turnIndex: '1' },
      { path: ['turnIndex'], kind: 'bad-value' },
    ],
    [
      { url: 'u', turnIndex: 1, messageIndex: 2 },
      { path: ['messageIndex'], kind: 'bad-value' },
    ],
    [JSON.parse('{"url": "u", "__proto__": {}}'), { path: ['__proto__'], kind: 'unknown-key' }],
  ])('rejects %j with a path', (written, issue) => {
    const result = parseRef(written);
    expect(result.value).toBeUndefined();
    expect(result.issues).toMatchObject([issue]);
  });
});

describe('parseRefs', () => {
  it('reports the issues of all refs', () => {
    const issues = parseRefs([{ url: 'u' }, 'x', { url: '' }]).issues;
    expect(issues.map(({ path }) => path)).toEqual([[1], [2, 'url']]);
  });

  it.each([{}, 'u', 7])('rejects %j, which is not a list', (written) => {
    expect(parseRefs(written).issues).toMatchObject([{ path: [], kind: 'bad-value' }]);
  });
});

describe('mergeRefs', () => {
  it('merges refs with the same url, using the first non-empty field', () => {
    const first = { url: 'u', content: '', keyExcerpt: 'first' };
    const second = { url: 'u', title: 't', content: 'c', keyExcerpt: 'second', bonus: true };
    const [merged] = mergeRefs([first, { url: 'v' }, second]);
    expect(merged).toEqual({ url: 'u', title: 't', content: 'c', keyExcerpt: 'first', bonus: true });
    expect(Object.keys(merged ?? {})).toEqual(['url', 'title', 'content', 'keyExcerpt', 'bonus']);
  });

  it('keeps a bonus of false over a later true', () => {
    expect(
      mergeRefs([
        { url: 'u', bonus: false },
        { url: 'u', bonus: true },
      ]),
    ).toEqual([{ url: 'u', bonus: false }]);
  });
});
