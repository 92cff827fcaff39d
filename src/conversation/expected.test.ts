import { describe, expect, it } from 'vitest';
import { isDistribution, withoutTruth } from './expected.ts';

describe('what a judge may see of expected', () => {
  const rows: readonly (readonly [unknown, unknown])[] = [
    [undefined, undefined],
    [1, undefined],
    [{}, undefined],
    [{ '-1': 2, '2': 1 }, undefined],
    [{ score: 1, reason: 'r', ratings: [] }, undefined],
    [{ score: 1, reason: 'r', reference: '4' }, { reference: '4' }],
    [
      { reference: '4', tone: { kind: true } },
      { reference: '4', tone: { kind: true } },
    ],
    [{ Score: 1, ' REASON ': 'r', Ratings: [1], reference: '4' }, { reference: '4' }],
    [{ ｓｃｏｒｅ: 1, rating: 2, label: 'good', Labels: ['good'] }, undefined],
    [{ human: { score: 2, by: { Label: 'good' } } }, undefined],
    [
      { human: { score: 2, who: 'ann' }, raters: [{ rating: 1 }, { rating: 2 }], keep: [], open: {} },
      { human: { who: 'ann' }, keep: [], open: {} },
    ],
    [{ reference: { text: '4', reason: 'two and two' } }, { reference: { text: '4', reason: 'two and two' } }],
    [
      { score: 1, '-1': 2, '2': 1, '3': 'third', reference: '4' },
      { '3': 'third', reference: '4' },
    ],
    [{ due: new Date(0) }, { due: new Date(0) }],
  ];
  it.each(rows)('of %j is %j', (expected, shown) => {
    expect(withoutTruth(expected)).toEqual(shown);
  });

  it.each([
    [{ '1': 1 }, true],
    [{ '-0.5': 1, '+2': 0 }, true],
    [{}, false],
    [{ '1': 1, reason: 'r' }, false],
    [[1], false],
    [1, false],
  ])('a distribution: %j is %s', (expected, is) => {
    expect(isDistribution(expected)).toBe(is);
  });
});
