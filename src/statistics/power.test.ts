import { describe, expect, it } from 'vitest';
import { neededCases } from './power.ts';

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
  ])('refuses what is no difference: %j', (seen) => {
    expect(() => neededCases(seen)).toThrow(RangeError);
  });
});
