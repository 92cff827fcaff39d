import { describe, expect, it } from 'vitest';
import { clopperPearsonUpper } from './clopper-pearson.ts';

describe('clopperPearsonUpper', () => {
  it.each([
    [0, 30, 0.05, 1 - 0.05 ** (1 / 30)],
    [4, 4, 0.05, 1],
    [0, 0, 0.05, 1],
    // P(Bin(2, r) ≤ 1) = 1 − r² = 0.05
    [1, 2, 0.05, Math.sqrt(0.95)],
    // scipy.stats.beta.ppf(0.9, 9, 72)
    [8, 80, 0.1, 0.15735577995504843],
  ])('of %i in %i at %d is %d', (x, n, delta, expected) => {
    expect(clopperPearsonUpper(x, n, delta)).toBeCloseTo(expected, 14);
  });

  it('refuses counts and levels that cannot be', () => {
    expect(() => clopperPearsonUpper(3, 2, 0.05)).toThrow(RangeError);
    expect(() => clopperPearsonUpper(0.5, 2, 0.05)).toThrow(RangeError);
    expect(() => clopperPearsonUpper(1, 2, 0)).toThrow(RangeError);
  });
});
