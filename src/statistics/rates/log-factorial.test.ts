import { describe, expect, it } from 'vitest';
import { logChoose, logFactorial } from './log-factorial.ts';

describe('logFactorial', () => {
  it.each([
    [0, 0],
    [1, 0],
    [5, Math.log(120)],
    [20, Math.log(2432902008176640000)],
    // The table ends at 255; 256! = 255! · 256.
    [256, logFactorial(255) + Math.log(256)],
    // scipy.special.gammaln(100001)
    [100_000, 1051299.2218991218],
  ])('of %i is %d', (n, expected) => {
    expect(logFactorial(n)).toBeCloseTo(expected, 8);
  });

  it('refuses what has no factorial', () => {
    expect(() => logFactorial(-1)).toThrow(RangeError);
    expect(() => logFactorial(2.5)).toThrow(RangeError);
  });
});

describe('logChoose', () => {
  it.each([
    [5, 2, 10],
    [10, 0, 1],
    [52, 5, 2598960],
  ])('of %i and %i is the logarithm of %i', (n, k, ways) => {
    expect(logChoose(n, k)).toBeCloseTo(Math.log(ways), 10);
  });
});
