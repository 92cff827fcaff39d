import { describe, expect, it } from 'vitest';
import { isDistribution, withoutTruth, withoutTruthKeys } from './expected.ts';

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

describe('what a judge may see of a message', () => {
  it('is what was said, by whom and of whom, not what people thought of it', () => {
    const calls = [{ name: 'rate', arguments: { score: 3 } }];
    const message = { role: 'assistant', content: 'score: 3', name: 'Bo', tool_calls: calls };
    const judged = { ...message, score: 3, Expected: 3, ratings: [], rating: 3, reason: 'r', label: 'x', labels: [] };
    expect(withoutTruthKeys(judged)).toEqual(message);
    expect(withoutTruthKeys(message)).toBe(message);
  });
});
