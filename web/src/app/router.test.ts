import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlainSearch, toPlainSearch } from './router.tsx';

describe('parsePlainSearch and toPlainSearch', () => {
  it.each([
    ['?keyword=%22return+label%22', { keyword: '"return label"' }],
    ['?itemId=1e3&open=support%2Fone', { itemId: '1e3', open: 'support/one' }],
    ['?tags=a&tags=b&tags=c', { tags: ['a', 'b', 'c'] }],
    ['', {}],
    ['?__proto__=x', Object.fromEntries([['__proto__', 'x']])],
  ])('read %s as texts', (query, search) => {
    expect(parsePlainSearch(query)).toEqual(search);
  });

  it('leave out absent values', () => {
    expect(toPlainSearch({ from: 3, to: undefined, view: 'whole' })).toBe('?from=3&view=whole');
    expect(toPlainSearch({ tab: undefined })).toBe('');
  });

  it('round-trip every query', () => {
    const texts = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (search) => {
        expect(parsePlainSearch(toPlainSearch(search))).toEqual({ ...search });
      }),
    );
  });
});
