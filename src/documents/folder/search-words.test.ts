import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIndexText, toMatch } from './search-words.ts';

describe('toMatch', () => {
  it.each([
    ['words as beginnings of words', 'late refunds', '"late"* OR "refunds"*'],
    ['short words as they are', 'go to a shop', '"go" OR "to" OR "a" OR "shop"*'],
    [
      'operators as words',
      'refund AND NOT "late*" NEAR(a, 2) title:x',
      '"refund"* OR "AND" OR "NOT" OR "late"* OR "NEAR"* OR "a" OR "2" OR "title"* OR "x"',
    ],
    ['a word once', 'refund refund', '"refund"*'],
    ['neighbors where there are no spaces', '返品期限', '"返 品" OR "品 期" OR "期 限"'],
    ['neighbors in Korean, where particles are attached', '환불', '"환 불"'],
    ['neighbors in Tibetan', 'བོད', '"བ ོ" OR "ོ ད"'],
    ['a single sign', '返', '"返"'],
    ['wide letters as plain ones', 'ＲＥＦＵＮＤ', '"REFUND"*'],
    ['nothing, when there is no word', '"" *() -- \0 \ud800 :;', undefined],
    ['nothing, when there is nothing', '', undefined],
  ])('asks for %s', (_title, query, match) => {
    expect(toMatch(query)).toBe(match);
  });

  it('is bounded', () => {
    expect(toMatch(Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' '))?.split(' OR ')).toHaveLength(
      32,
    );
  });

  it('has no character with a meaning, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        expect(toMatch(query) ?? '').toMatch(/^(?:"[^"]+"\*?(?: OR (?!$)|$))*$/);
      }),
    );
  });
});

describe('toIndexText', () => {
  it('sets signs apart that are written without spaces', () => {
    expect(toIndexText('Server サーバー')).toBe('Server  サ ー バ ー');
    expect(toIndexText('plain text')).toBe('plain text');
  });
});
