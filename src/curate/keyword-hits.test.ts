import { describe, expect, it } from 'vitest';
import { findHits, listKeywordTerms, toKeywordMatcher } from './keyword-hits.ts';

/** The text with its hits in brackets. */
function marked(text: string, keyword: string): string {
  let end = text.length;
  let shown = '';
  for (const hit of findHits(text, keyword).toReversed()) {
    shown = `[${text.slice(hit.start, hit.end)}]${text.slice(hit.end, end)}${shown}`;
    end = hit.start;
  }
  return text.slice(0, end) + shown;
}

describe('findHits', () => {
  it.each([
    ['a word, in any case', 'Refund', 'No REFUND, no refunds.', 'No [REFUND], no refunds.'],
    ['the beginning of a word', 'refund*', 'No REFUND, no refunds.', 'No [REFUND], no [refunds].'],
    ['each of several words', 'late refund', 'A refund is late.', 'A [refund] is [late].'],
    ['words next to each other', '"14 days"', '14, days; days 14', '[14, days]; days 14'],
    ['a phrase that ends in a beginning', '"14 da"*', '14 days', '[14 days]'],
    ['a word with signs in it', 'e-mail', 'My e mail, an e-mail.', 'My [e mail], an [e-mail].'],
    ['Latin letters with and without marks', 'cafe', 'Café, CAFE\u0301, cafes', '[Café], [CAFE\u0301], cafes'],
    ['marks in what was typed', 'Ệ', 'e ê', '[e] [ê]'],
    ['other letters only as they are', 'мой', 'мои, МОЙ', 'мои, [МОЙ]'],
    ['final letters', 'λογος', 'ΛΟΓΟΣ', '[ΛΟΓΟΣ]'],
    ['characters that stand without blanks', '東京', '東京都、京東、東 京', '[東京]都、京東、[東 京]'],
    ['a syllable written as letters', '\uac00', '\u1100\u1161', '[\u1100\u1161]'],
    ['letters beside characters', 'abc', 'ABC東京', '[ABC]東京'],
    ['words that share letters once', '"a b" "b c"', 'a b c', '[a b c]'],
    ['letters beyond two bytes', '𐐀', 'x 𐐨 y', 'x [𐐨] y'],
    ['no word', '- "" *', 'a - b', 'a - b'],
  ])('finds %s', (_name, keyword, text, wanted) => {
    expect(marked(text, keyword)).toBe(wanted);
  });
});

describe('toKeywordMatcher', () => {
  it('counts the terms that a text contains', () => {
    const matcher = toKeywordMatcher('late refund "14 days"');
    expect(matcher.termCount).toBe(3);
    expect(matcher.find('late late days').terms).toBe(1);
    expect(matcher.find('A refund within 14 days').terms).toBe(2);
  });
});

describe('listKeywordTerms', () => {
  it('reads phrases, beginnings and words', () => {
    expect(listKeywordTerms('refund "14 days" ord* "x y"* ! open "quote')).toEqual([
      { text: 'refund', isStart: false },
      { text: '14 days', isStart: false },
      { text: 'ord*', isStart: true },
      { text: 'x y', isStart: true },
      { text: 'open', isStart: false },
      { text: 'quote', isStart: false },
    ]);
  });
});
