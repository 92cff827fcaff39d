import { describe, expect, it } from 'vitest';
import { detectableDifference, neededCases, neededPlays } from './power.ts';

describe('neededCases', () => {
  it.each([
    // 100·(2.80159·0.03/0.05)² = 100·2.82560 = 282.56; less the 100 there are
    [0.05, 0.03, 100, 183],
    [-0.05, 0.03, 100, 183],
    // 200·(2.80159·0.01/0.05)² = 62.8: enough
    [0.05, 0.01, 200, 0],
    // All of one sign: 2·½⁶ < 0.05 needs 6.
    [1, 0, 4, 2],
    [1, 0, 9, 0],
  ])('for a difference of %d ± %d on %i cases is %i', (difference, standardError, have, value) => {
    expect(neededCases({ difference, standardError, have })).toEqual({ value });
  });

  it('asks for more cases when more power is wanted', () => {
    // (1.95996 + 1.28155)²·0.36·100 = 378.26; less 100
    expect(neededCases({ difference: 0.05, standardError: 0.03, have: 100, power: 0.9 })).toEqual({ value: 279 });
  });

  it.each([
    [0, 0.03, 100],
    [0.1, null, 100],
    [0, 0, 0],
  ])('is null with a reason for a difference of %d ± %d on %i cases', (difference, standardError, have) => {
    expect(neededCases({ difference, standardError, have })).toEqual({ value: null, why: expect.any(String) });
  });

  it.each([
    { difference: Number.NaN, standardError: 0.1, have: 10 },
    { difference: 0.1, standardError: Number.NaN, have: 10 },
    { difference: 0.1, standardError: -0.1, have: 10 },
    { difference: 0.1, standardError: 0.1, have: 10, alpha: 0 },
    { difference: 0.1, standardError: 0.1, have: 10, power: 1 },
    { difference: 0.1, standardError: 0.1, have: -1 },
  ])('rejects a value that is not a difference: %j', (seen) => {
    expect(() => neededCases(seen)).toThrow(RangeError);
  });
});

describe('detectableDifference', () => {
  it.each([
    // 1.95996·√(0.1/100)
    [{ flipRate: 0.1, cases: 100 }, 0.06198],
    // Four plays a side halve it.
    [{ flipRate: 0.1, cases: 100, repeats: 4 }, 0.03099],
    // (1.95996 + 0.84162)·√0.001
    [{ flipRate: 0.1, cases: 100, power: 0.8 }, 0.08859],
    // 6 wins of 40 without a loss are needed for p < 0.05, though noise is smaller: 1.96·√(0.01/40) = 0.031
    [{ flipRate: 0.01, cases: 40 }, 0.15],
    [{ flipRate: 0, cases: 3 }, 1],
  ])('of %j is %d', (plays, expected) => {
    expect(detectableDifference(plays)).toBeCloseTo(expected, 4);
  });

  it('refuses what cannot be', () => {
    expect(() => detectableDifference({ flipRate: 1.2, cases: 10 })).toThrow(RangeError);
    expect(() => detectableDifference({ flipRate: 0.2, cases: 0 })).toThrow(RangeError);
  });
});

describe('neededPlays', () => {
  it.each([
    // 2.80159²·0.1/0.05² = 313.96
    [{ flipRate: 0.1, difference: 0.05, power: 0.8 }, 314],
    // 6/0.05
    [{ flipRate: 0, difference: 0.05 }, 120],
  ])('of %j is %i', (wanted, expected) => {
    expect(neededPlays(wanted)).toBe(expected);
  });

  it('refuses a difference of nothing', () => {
    expect(() => neededPlays({ flipRate: 0.1, difference: 0 })).toThrow(RangeError);
  });
});
