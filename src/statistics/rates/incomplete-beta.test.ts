import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incompleteBeta } from './incomplete-beta.ts';

describe('incompleteBeta', () => {
  it.each([
    // I(x; a, 1) = x^a and I(x; 1, b) = 1 − (1−x)^b
    [0.8, 17, 1, 0.8 ** 17],
    [0.01, 1, 3, 1 - 0.99 ** 3],
    [0.5, 7.5, 7.5, 0.5],
    // P(Bin(5, 0.4) ≥ 2) = 1 − 0.6⁵ − 5·0.4·0.6⁴
    [0.4, 2, 4, 0.66304],
  ])('at %d of (%d, %d) has the lower tail %d', (x, a, b, expected) => {
    const { lower, upper } = incompleteBeta(x, a, b);
    expect(lower).toBeCloseTo(expected, 13);
    expect(upper).toBeCloseTo(1 - expected, 13);
  });

  it('keeps the logarithm of a tail that is too small for a number', () => {
    const { lower, logLower, logUpper } = incompleteBeta(0.001, 1000, 1);
    expect(lower).toBe(0);
    expect(logLower).toBeCloseTo(1000 * Math.log(0.001), 9);
    expect(logUpper).toBeCloseTo(0, 15);
  });

  it('is accurate for a million trials', () => {
    expect(incompleteBeta(0.5, 500_001, 500_001).lower).toBeCloseTo(0.5, 12);
    // scipy.special.betainc(800001, 200001, 0.8)
    expect(incompleteBeta(0.8, 800_001, 200_001).lower).toBeCloseTo(0.5003989419862442, 12);
  });

  it('swaps its tails when x, a and b are mirrored', () => {
    const sides = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1023 }), sides, sides, (part, a, b) => {
        const x = part / 1024;
        expect(incompleteBeta(x, a, b).lower).toBeCloseTo(incompleteBeta(1 - x, b, a).upper, 12);
      }),
    );
  });

  it('is 0 at 0 and 1 at 1', () => {
    expect(incompleteBeta(0, 2, 3)).toEqual({ lower: 0, upper: 1, logLower: -Infinity, logUpper: 0 });
    expect(incompleteBeta(1, 2, 3)).toEqual({ lower: 1, upper: 0, logLower: 0, logUpper: -Infinity });
  });

  it.each([
    [0.5, 0, 1],
    [0.5, 1, -1],
    [1.5, 1, 1],
    [Number.NaN, 1, 1],
    [0.5, Infinity, 1],
  ])('refuses x = %d, a = %d, b = %d', (x, a, b) => {
    expect(() => incompleteBeta(x, a, b)).toThrow(RangeError);
  });
});
