import { describe, expect, it } from 'vitest';
import { quantile } from './quantile.ts';

describe('quantile', () => {
  it.each([
    // h = 3·0.5 = 1.5: half way from 2 to 3
    [[4, 1, 3, 2], 0.5, 2.5],
    // h = 3·0.25 = 0.75: 1 + 0.75·(2 − 1)
    [[1, 2, 3, 4], 0.25, 1.75],
    // h = 4·0.95 = 3.8: 40 + 0.8·(50 − 40)
    [[10, 20, 30, 40, 50], 0.95, 48],
    [[10, 9, 100], 0, 9],
    [[10, 9, 100], 1, 100],
    [[7], 0.3, 7],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(quantile(values, share).value).toBeCloseTo(expected, 12);
  });

  it('is null with a reason without values', () => {
    expect(quantile([], 0.5)).toEqual({ value: null, why: 'no values' });
  });

  it('refuses a share outside 0 and 1', () => {
    expect(() => quantile([1], 1.1)).toThrow(RangeError);
    expect(() => quantile([1], Number.NaN)).toThrow(RangeError);
  });

  it('leaves the values as they were', () => {
    const values = [3, 1, 2];
    quantile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });

  it.each([[[Number.NaN, 1, 2]], [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]])('refuses %j', (values) => {
    expect(() => quantile(values, 0.5)).toThrow(RangeError);
  });
});
