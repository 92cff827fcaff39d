import { describe, expect, it } from 'vitest';
import { logBinomialDensity } from './binomial-density.ts';

describe('logBinomialDensity', () => {
  it.each([
    [2, 3, 0.5, Math.log(3 / 8)],
    [0, 4, 0.5, 4 * Math.log(0.5)],
    [4, 4, 0.25, 4 * Math.log(0.25)],
    [0, 0, 0.3, 0],
    // mpmath, 60 digits: log Γ(4.5) − log Γ(2.5) − log Γ(3) + 1.5·log 0.4 + 2·log 0.6
    [1.5, 3.5, 0.4, -0.9201808255336362],
    // A count below the smallest that a double can divide by is none.
    [5e-324, 3, 0.5, 3 * Math.log(0.5)],
    [500_000, 1_000_000, 0.5, -7.133546881626864],
    [999_000, 1_000_000, 0.8, -216626.96296235346],
  ])('of %d in %d at p = %d is %d', (x, n, p, expected) => {
    expect(Math.abs(logBinomialDensity(x, n, p) - expected)).toBeLessThan(2e-14 * Math.max(1, Math.abs(expected)));
  });

  it('puts all its mass on none at p = 0 and on all at p = 1', () => {
    expect([logBinomialDensity(0, 5, 0), logBinomialDensity(5, 5, 1)]).toEqual([-0, 0]);
    expect([logBinomialDensity(1, 5, 0), logBinomialDensity(4, 5, 1)]).toEqual([-Infinity, -Infinity]);
    expect([logBinomialDensity(5, 5, 0), logBinomialDensity(0, 5, 1)]).toEqual([-Infinity, -Infinity]);
  });

  it.each([
    [-1, 3, 0.5],
    [4, 3, 0.5],
    [1, 3, 1.5],
    [1, Number.NaN, 0.5],
    [1, Infinity, 0.5],
  ])('refuses %d of %d at %d', (x, n, p) => {
    expect(() => logBinomialDensity(x, n, p)).toThrow(RangeError);
  });
});
