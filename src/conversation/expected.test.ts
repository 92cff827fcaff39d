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
