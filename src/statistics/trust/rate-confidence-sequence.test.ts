import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../rates/wilson.ts';
import { rateConfidenceSequence } from './rate-confidence-sequence.ts';
import { rateEValue } from './rate-e-value.ts';

describe('rateConfidenceSequence', () => {
  it('has closed ends without a miss or without a hit', () => {
    // p²⁰ ≥ 0.05/21
    const all = rateConfidenceSequence({ hits: 20, n: 20, alpha: 0.05 });
    expect(all).toMatchObject({ value: 1, high: 1, n: 20 });
    expect(all.low).toBeCloseTo((0.05 / 21) ** (1 / 20), 14);
    const none = rateConfidenceSequence({ hits: 0, n: 20, alpha: 0.05 });
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(1 - (0.05 / 21) ** (1 / 20), 14);
  });

  it('has ends where the likelihood is alpha times that of the mixture', () => {
    const { low, high } = rateConfidenceSequence({ hits: 3, n: 5, alpha: 0.1 });
    // B(4, 3) = 3!·2!/6! = 1/60
    for (const p of [low, high]) expect(Number(p) ** 3 * (1 - Number(p)) ** 2).toBeCloseTo(0.1 / 60, 14);
  });

  it('says nothing before the first label', () => {
    expect(rateConfidenceSequence({ hits: 0, n: 0, alpha: 0.05 })).toEqual({
      value: null,
      low: 0,
      high: 1,
      n: 0,
      why: 'no trials',
    });
  });

  it('finds an end that is many orders of magnitude below the rate', () => {
    const { low } = rateConfidenceSequence({ hits: 0.01, n: 10, alpha: 0.05 });
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(1e-100);
  });

  it('is narrow for a million labels', () => {
    const { low, high } = rateConfidenceSequence({ hits: 800_000, n: 1_000_000, alpha: 0.05 });
    // Half-width about √(0.16/n · 2·log(√(n/(2π·0.16))/0.05)) = 0.0018
    expect(Number(high) - Number(low)).toBeCloseTo(2 * 0.00178, 4);
  });

  it('contains the interval for one look, and the rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, rate) => {
        const hits = Math.round(rate * n);
        const sequence = rateConfidenceSequence({ hits, n, alpha: 0.05 });
        const once = wilsonInterval(hits, n);
        expect(Number(sequence.low)).toBeLessThanOrEqual(hits / n);
        expect(Number(sequence.high)).toBeGreaterThanOrEqual(hits / n);
        expect(Number(sequence.high) - Number(sequence.low)).toBeGreaterThan(Number(once.high) - Number(once.low));
      }),
    );
  });

  it('is stricter than the one-sided e-value at the same level', () => {
    const { low } = rateConfidenceSequence({ hits: 60, n: 64, alpha: 0.025 });
    expect(rateEValue({ hits: 60, n: 64, p0: Number(low) }).trustedAt0_025).toBe(true);
  });

  it.each([
    [3, 2, 0.05],
    [-1, 2, 0.05],
    [1, 2, 0],
    [1, 2, 1],
    [1, Number.NaN, 0.05],
  ])('refuses %d of %d at %d', (hits, n, alpha) => {
    expect(() => rateConfidenceSequence({ hits, n, alpha })).toThrow(RangeError);
  });
});
