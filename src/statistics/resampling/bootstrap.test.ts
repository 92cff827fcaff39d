import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../rates/wilson.ts';
import { bootstrapInterval } from './bootstrap.ts';

function share(counts: Uint32Array): number {
  return (counts[1] ?? 0) / counts.reduce((sum, count) => sum + count, 0);
}

describe('bootstrapInterval', () => {
  it('of a rate with many trials comes near the other intervals of a rate', () => {
    // 300 of 1000: 0.3 ± 1.96·√(0.21/1000) = 0.3 ± 0.0284
    const { low, high, unusable } = bootstrapInterval([700, 300], share, { resamples: 5000 });
    const wilson = wilsonInterval(300, 1000);
    expect(low).toBeCloseTo(wilson.low ?? 0, 2);
    expect(high).toBeCloseTo(wilson.high ?? 0, 2);
    expect(unusable).toBe(0);
  });

  it('gives the same interval for the same seed, another for another', () => {
    const of = (seed: number) => bootstrapInterval([700, 300], share, { seed, resamples: 50 });
    expect(of(1)).toEqual(of(1));
    expect([of(1).low, of(1).high]).not.toEqual([of(4).low, of(4).high]);
  });

  it('leaves out resamples without a metric and counts them', () => {
    // Three clusters, one of them a failure: none is drawn in (2/3)³ = 8 of 27 resamples.
    const rate = (counts: Uint32Array) => (counts[0] === 0 ? null : 1 / (counts[0] ?? 1));
    const { low, unusable, resamples, why } = bootstrapInterval([1, 2], rate, { resamples: 2700 });
    expect(unusable / resamples).toBeCloseTo(8 / 27, 1);
    expect(low).toBeNull();
    expect(why).toBe(`${unusable} of 2700 resamples gave no metric`);
    expect(bootstrapInterval([1, 2], rate, { minUsableShare: 0.5 }).low).not.toBeNull();
  });

  it('counts a metric that is not a number as none', () => {
    expect(bootstrapInterval([3, 3], () => Number.NaN)).toMatchObject({ low: null, high: null, unusable: 2000 });
  });

  it('is null with a reason for fewer than two clusters', () => {
    expect(bootstrapInterval([1], share)).toEqual({
      ...{ low: null, high: null, resamples: 0, unusable: 0 },
      why: 'fewer than two clusters',
    });
  });

  it('refuses to be asked for no resamples', () => {
    expect(() => bootstrapInterval([2], share, { resamples: 0 })).toThrow(RangeError);
  });
});
