import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateEValue } from './rate-e-value.ts';

describe('rateEValue', () => {
  it.each([
    // ∫ of (q/0.8)¹⁶ / 0.2 from 0.8 to 1 = (0.8⁻¹⁶ − 0.8) / (17 · 0.2)
    [16, 16, 0.8, (0.8 ** -16 - 0.8) / 3.4],
    // No label yet: the mixture integrates to 1.
    [0, 0, 0.8, 1],
    // 0 of 4 at p0 = 0.5: ∫ of (2(1−q))⁴ · 2 from 0.5 to 1 = 1/5
    [0, 4, 0.5, 0.2],
    // mpmath, 60 digits, counts that are not whole
    [70.5, 100.25, 0.8, 0.06930433619298949],
  ])('of %d of %d above %d is %d', (hits, n, p0, expected) => {
    const { eValue, log } = rateEValue({ hits, n, p0 });
    expect(eValue / expected).toBeCloseTo(1, 12);
    expect(log).toBeCloseTo(Math.log(expected), 12);
  });

  it.each([
    // At a threshold of 0.8 without an error: 20 right answers are enough for α = 0.05, 24 for α = 0.025.
    [19, false, false],
    [20, true, false],
    [23, true, false],
    [24, true, true],
  ])('of %d right answers without an error', (n, at0_05, at0_025) => {
    expect(rateEValue({ hits: n, n, p0: 0.8 })).toMatchObject({ trustedAt0_05: at0_05, trustedAt0_025: at0_025 });
  });

  it('keeps a finite logarithm where the e-value is too large for a number', () => {
    const { eValue, log, trustedAt0_025 } = rateEValue({ hits: 1e6, n: 1e6, p0: 0.8 });
    // log e = n·log(1/p0) − log(n+1) − log(1−p0), up to what is below rounding
    expect(eValue).toBe(Infinity);
    expect(log).toBeCloseTo(-1e6 * Math.log(0.8) - Math.log(1e6 + 1) - Math.log(0.2), 6);
    expect(trustedAt0_025).toBe(true);
  });

  it('has a finite logarithm where the e-value is too small for a number', () => {
    expect(rateEValue({ hits: 0, n: 1e6, p0: 0.8 }).log).toBeCloseTo(-Math.log(1e6 + 1), 5);
  });

  it('takes one hit as proof against a rate of 0', () => {
    expect(rateEValue({ hits: 1, n: 9, p0: 0 })).toMatchObject({
      eValue: Infinity,
      log: Infinity,
      trustedAt0_025: true,
    });
    expect(rateEValue({ hits: 0, n: 9, p0: 0 }).eValue).toBeCloseTo(1 / 10, 14);
  });

  it('never trusts a rate to be above 1', () => {
    expect(rateEValue({ hits: 500, n: 500, p0: 1 }).eValue).toBe(1);
    expect(rateEValue({ hits: 497, n: 500, p0: 1 }).eValue).toBeCloseTo(1 / 4, 14);
  });

  it('has a mean of 1 over the outcomes at the threshold itself', () => {
    // Σ C(12, x)·0.7ˣ·0.3¹²⁻ˣ·e(x) = 1: that is what makes it an e-value.
    let probability = 0.3 ** 12;
    let mean = 0;
    for (let hits = 0; hits <= 12; hits++) {
      mean += probability * rateEValue({ hits, n: 12, p0: 0.7 }).eValue;
      probability *= ((12 - hits) / (hits + 1)) * (0.7 / 0.3);
    }
    expect(mean).toBeCloseTo(1, 12);
  });

  it('grows with each hit and shrinks with each miss', () => {
    const counts = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(counts, counts, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (hits, misses, p0) => {
        const now = rateEValue({ hits, n: hits + misses, p0 }).log;
        expect(rateEValue({ hits: hits + 1, n: hits + misses + 1, p0 }).log).toBeGreaterThan(now);
        expect(rateEValue({ hits, n: hits + misses + 1, p0 }).log).toBeLessThan(now);
      }),
    );
  });

  it.each([
    [-1, 3, 0.8],
    [4, 3, 0.8],
    [1, 3, 1.1],
    [1, 3, -0.1],
    [Number.NaN, 3, 0.8],
    [1, Infinity, 0.8],
    [1, 3, Number.NaN],
  ])('refuses %d of %d at %d', (hits, n, p0) => {
    expect(() => rateEValue({ hits, n, p0 })).toThrow(RangeError);
  });
});
