import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './wilson.ts';

describe('wilsonInterval', () => {
  it.each([
    // center = (0.9 + 3.84146/40) / (1 + 3.84146/20) = 0.99604/1.19207 = 0.83555; half = 0.13658
    [18, 20, 0.69897, 0.97213],
    [90, 100, 0.82563, 0.94477],
    [0, 10, 0, 0.27753],
    [10, 10, 0.72247, 1],
  ])('of %i in %i is [%d, %d]', (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 5);
    expect(interval.high).toBeCloseTo(high, 5);
  });

  it('is null with a reason without trials', () => {
    expect(wilsonInterval(0, 0)).toEqual({ value: null, low: null, high: null, n: 0, why: 'no trials' });
  });

  it('refuses counts that cannot be', () => {
    expect(() => wilsonInterval(3, 2)).toThrow(RangeError);
    expect(() => wilsonInterval(0.5, 2)).toThrow(RangeError);
  });

  it('always contains the rate, and is inside 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (a, b) => {
        fc.pre(Math.max(a, b) > 0);
        const { value, low, high } = wilsonInterval(Math.min(a, b), Math.max(a, b));
        expect([0, low, value, high, 1]).toEqual([0, low, value, high, 1].toSorted((x, y) => Number(x) - Number(y)));
      }),
    );
  });

  it('rejects a z that is not a number', () => {
    expect(() => wilsonInterval(1, 3, Number.NaN)).toThrow(RangeError);
  });
});
