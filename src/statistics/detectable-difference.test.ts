import { describe, expect, it } from 'vitest';
import { detectableDifference, neededPlays } from './detectable-difference.ts';

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
