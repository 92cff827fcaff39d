import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.ts';
import { normalTail } from './normal-tail.ts';

describe('the upper tail of the normal distribution', () => {
  // scipy.stats.norm.sf
  it.each([
    [0, 0.5],
    [1, 0.15865525393145707],
    [2.999, 0.00135433653372711],
    [3, 0.0013498980316300957],
    [6, 9.865876450376946e-10],
    [-2, 0.9772498680518208],
  ])('is that of the tables at %s', (z, tail) => {
    expect(Math.abs(normalTail(z) / tail - 1)).toBeLessThan(1e-12);
  });

  it('is the inverse of the quantile', () => {
    for (const tail of [0.4, 0.1, 0.025, 1e-4, 1e-9])
      expect(normalTail(-normalQuantile(tail)) / tail).toBeCloseTo(1, 10);
  });

  it('ends at 0 and 1, and refuses what is not a number', () => {
    expect([normalTail(Number.POSITIVE_INFINITY), normalTail(Number.NEGATIVE_INFINITY), normalTail(50)]).toEqual([
      0, 1, 0,
    ]);
    expect(() => normalTail(Number.NaN)).toThrow(RangeError);
  });
});
