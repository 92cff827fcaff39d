import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankMatch } from './rank-match.ts';

const labels = ['Go to the review queue', 'Go to the datasets', 'Delete turn', 'Find a document to refer to'];

function findBest(typed: string): string | undefined {
  const ranked = labels.flatMap((label) => {
    const rank = rankMatch(typed, label);
    return rank === undefined ? [] : [{ label, rank }];
  });
  return ranked.sort((a, b) => b.rank - a.rank)[0]?.label;
}

describe('rankMatch', () => {
  it.each([
    ['rev', 'Go to the review queue'],
    ['queue rev', 'Go to the review queue'],
    ['REVIEW', 'Go to the review queue'],
    ['dts', 'Go to the datasets'],
    ['del', 'Delete turn'],
    ['doc', 'Find a document to refer to'],
    ['réview', 'Go to the review queue'],
  ])('for %j finds "%s"', (typed, label) => {
    expect(findBest(typed)).toBe(label);
  });

  it('prefers the start of a word to its middle, and that to scattered letters', () => {
    const ranks = ['reset', 'unreset', 'r-e-s rqexs'].map((text) => rankMatch('res', text) ?? 0);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(new Set(ranks).size).toBe(3);
  });

  it('returns undefined if a word is not found', () => {
    expect(rankMatch('zebra', 'Go home')).toBeUndefined();
    expect(rankMatch('go zebra', 'Go home')).toBeUndefined();
  });

  it('matches everything for an empty search', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(rankMatch('', text)).toBeDefined();
        expect(rankMatch(text, text)).toBeDefined();
      }),
    );
  });

  it('matches the words of a text in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['go', 'to', 'the', 'review', 'queue'], { minLength: 1 }), (words) => {
        expect(rankMatch(words.join(' '), 'Go to the review queue')).toBeDefined();
      }),
    );
  });
});
