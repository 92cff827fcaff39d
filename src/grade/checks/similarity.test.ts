import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getScore, makeSubject, makeWhole } from '../../../test/support/graded-subject.ts';
import { makeReply } from '../../../test/support/grading.ts';
import { tries } from '../../../test/support/tries.ts';
import type { Wanted } from './check.ts';
import { bleu, checkSimilarity, countEdits, rougeL } from './similarity.ts';
import { listWords } from './words.ts';

type Method = NonNullable<Wanted<'similarity'>['method']>;

const grade = (text: string, to: string, method: Method) => checkSimilarity(makeSubject(text), { to, method });

describe('similarity', () => {
  const cases: readonly (readonly [method: Method, reply: string, to: string, score: number])[] = [
    // 3 edits among 7 characters.
    ['levenshtein', 'kitten', 'sitting', 1 - 3 / 7],
    ['levenshtein', 'abc', 'xyz', 0],
    ['levenshtein', '', '', 1],
    ['levenshtein', '', 'abc', 0],
    ['levenshtein', ' a\r\nb\n', 'a\nb', 1],
    // Characters are code points: one of two differs.
    ['levenshtein', '😀a', '😀b', 1 / 2],
    // Two forms of é, as one character and with an accent.
    ['levenshtein', 'caf\u00e9', 'cafe\u0301', 1],
    ['levenshtein', 'a\u0000b', 'ab', 1 - 1 / 3],
    ['levenshtein', '\ud83d', '\ud83d', 1],
    // The cat on the mat: 5 in common, precision 5/6, recall 5/5.
    ['rouge-l', 'The cat sat on the mat.', 'The cat on the mat', (2 * 5) / (6 + 5)],
    // Order counts: the longest in order is "a b" or "c d" of four.
    ['rouge-l', 'c d a b', 'a b c d', 2 / 4],
    ['rouge-l', 'Refund: 14 days', 'refund 14 DAYS!', 1],
    ['rouge-l', '我们退款', '我们不退款', (2 * 4) / (4 + 5)],
    ['rouge-l', '', 'a', 0],
    ['rouge-l', '?!', '?!', 1],
    ['rouge-l', '?!', '!?', 0],
    // 1-grams 4/5, 2-grams (2+1)/(4+1), 3-grams (1+1)/(3+1), 4-grams (0+1)/(2+1), no penalty: both have 5 words.
    ['bleu', 'the cat sat on mats', 'the cat sat under on', ((4 / 5) * (3 / 5) * (2 / 4) * (1 / 3)) ** (1 / 4)],
    // All found, but only 3 of 4 words: exp(1 − 4/3).
    ['bleu', 'the cat sat', 'the cat sat down', Math.exp(1 - 4 / 3)],
    // A word counts at most as often as it is in the reference: 1/3, then (0+1)/(2+1), (0+1)/(1+1), (0+1)/(0+1).
    ['bleu', 'the the the', 'the cat', ((1 / 3) * (1 / 3) * (1 / 2)) ** (1 / 4)],
    ['bleu', 'yes', 'yes', 1],
    ['bleu', 'yes', 'no', 0],
    ['bleu', '', 'no', 0],
  ];
  it.each(cases)('by %s of %j and %j is %d', (method, reply, to, score) => {
    expect(getScore(grade(reply, to, method))).toBeCloseTo(score, 12);
  });

  it('reports what was compared, and the similarity', () => {
    expect(checkSimilarity(makeSubject('The cat sat on the mat.'), { to: 'The cat on the mat' })).toEqual({
      score: 10 / 11,
      reason: 'Similarity to "The cat on the mat": 0.909 (rouge-l). Got "The cat sat on the mat."',
      evidence: { precision: 5 / 6, recall: 1 },
    });
  });

  it('compares with the reference of the turn unless "to" is set', () => {
    const evalCase = {
      input_messages: [{ role: 'user', content: 'Hi' }],
      expected_messages: [{ role: 'assistant', content: 'Hello' }],
    };
    expect(getScore(checkSimilarity(makeSubject('hello', { evalCase }), {}))).toBe(1);
    expect(getScore(checkSimilarity(makeSubject('hello', { evalCase }), { to: 'bye' }))).toBe(0);
  });

  it('is ungraded without a reference, and for a whole conversation', () => {
    expect(checkSimilarity(makeSubject('hello'), {})).toMatchObject({ cause: 'not-applicable' });
    const whole = makeWhole({}, makeReply('a b'), makeReply('c', 1));
    expect(checkSimilarity(whole, {})).toMatchObject({
      cause: 'not-applicable',
      reason: expect.stringContaining('whole conversation'),
    });
    expect(getScore(checkSimilarity(whole, { to: 'a b c' }))).toBe(1);
  });

  it('compares texts up to the maximum length, and says so beyond it', () => {
    const long = Array.from({ length: 4_000 }, (_, index) => `w${index % 97}`)
      .join(' ')
      .slice(0, 20_000);
    const other = [...long].toReversed().join('');
    for (const method of ['levenshtein', 'rouge-l', 'bleu'] as const) {
      expect(getScore(grade(long, long, method))).toBe(1);
      expect(getScore(grade(long, other, method))).toBeLessThan(1);
    }
    expect(grade('x'.repeat(20_001), 'x', 'levenshtein')).toMatchObject({ cause: 'too-long' });
    expect(grade('x', 'x'.repeat(1_000_000), 'bleu')).toMatchObject({ cause: 'too-long' });
  });
});

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 100 });

describe('countEdits', () => {
  it('equals the textbook algorithm', () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        expect(countEdits(one, other)).toBe(countPlainly(one, other));
      }),
      { numRuns: tries(200, 5_000) },
    );
  });

  it('is symmetric, 0 only for equal texts, and at most the longer length', () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const edits = countEdits(one, other);
        expect(edits).toBe(countEdits(other, one));
        expect(edits === 0).toBe(one.join('') === other.join(''));
        expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length));
      }),
    );
  });

  it('satisfies the triangle inequality', () => {
    fc.assert(
      fc.property(letters, letters, letters, (a, b, c) => {
        expect(countEdits(a, c)).toBeLessThanOrEqual(countEdits(a, b) + countEdits(b, c));
      }),
    );
  });
});

describe('rougeL', () => {
  it('equals the textbook algorithm', () => {
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const common = countCommonPlainly(one, other);
        expect(rougeL(one, other).f1).toBe(common === 0 ? 0 : (2 * common) / (one.length + other.length));
      }),
      { numRuns: tries(200, 5_000) },
    );
  });
});

describe('each measure', () => {
  it('is 1 for a text and itself, and from 0 to 1 for any two texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        for (const method of ['levenshtein', 'rouge-l', 'bleu'] as const) {
          expect(getScore(grade(one, one, method))).toBeCloseTo(1, 12);
          const score = getScore(grade(one, other, method));
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('by bleu does not increase if a word is removed from the end of an equal text', () => {
    fc.assert(
      fc.property(
        letters.filter(({ length }) => length > 1),
        (words) => {
          expect(bleu(words.slice(0, -1), words)).toBeLessThan(1);
        },
      ),
    );
  });
});

describe('listWords', () => {
  it.each([
    ["It's 3.5 or 10,000 – OK?", ["it's", '3.5', 'or', '10,000', 'ok']],
    ['end. Next,then', ['end', 'next', 'then']],
    ['Stra\u00dfe na\u00efve E\u0301t\u00e9', ['straße', 'naïve', 'été']],
    ['退款 ok です', ['退', '款', 'ok', 'で', 'す']],
    ['คาร བོད', ['ค', 'า', 'ร', 'བོ', 'ད']],
    ['환불은 14일', ['환불은', '14일']],
    ['\u0000\u001b[2J', ['2j']],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(listWords(text)).toEqual(words);
  });
});

function countPlainly(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, unit] of one.entries()) {
    const next = [index + 1];
    for (const [place, wanted] of other.entries()) {
      const replaced = (row[place] ?? 0) + (unit === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function countCommonPlainly(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const unit of one) {
    const next = [0];
    for (const [place, wanted] of other.entries()) {
      next.push(unit === wanted ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
