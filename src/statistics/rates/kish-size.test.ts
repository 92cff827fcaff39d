import { describe, expect, it } from 'vitest';
import { kishSize } from './kish-size.ts';

describe('kishSize', () => {
  it('is the number of values if their weights are equal', () => {
    expect(kishSize([0.1, 0.1, 0.1])).toBe(3);
    expect(kishSize([])).toBe(0);
  });

  it('is smaller the more the weights differ', () => {
    // (5 + 1.25 + 1.25)² / (25 + 1.5625 + 1.5625) = 56.25 / 28.125
    expect(kishSize([5, 1.25, 1.25])).toBe(2);
    expect(kishSize([1000, 1, 1, 1])).toBeCloseTo(1.006, 3);
  });

  it('refuses a weight that is not above 0', () => {
    expect(() => kishSize([1, 0])).toThrow(RangeError);
    expect(() => kishSize([1, Number.NaN])).toThrow(RangeError);
  });
});
