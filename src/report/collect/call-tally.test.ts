import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatencyHistogram } from './call-tally.ts';

function fill(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

describe('LatencyHistogram', () => {
  it('has no quantile of nothing', () => {
    expect(fill([]).findQuantile(0.5)).toBeNull();
  });

  it('is exact for one value, and for the same value again and again', () => {
    expect(fill([123.4]).findQuantile(0.5)).toBe(123.4);
    expect(fill([7, 7, 7]).findQuantile(0.95)).toBe(7);
  });

  it('takes 0 and what is beyond its last bucket', () => {
    expect(fill([0]).findQuantile(0.5)).toBe(0);
    expect(fill([1e9]).findQuantile(0.5)).toBe(1e9);
  });

  it('is within 2.5% of the nearest rank', () => {
    const anyLatency = fc.double({ min: 0.1, max: 1e7, noNaN: true });
    const anyShare = fc.constantFrom(0.01, 0.5, 0.95, 1);
    fc.assert(
      fc.property(fc.array(anyLatency, { minLength: 1 }), anyShare, (values, share) => {
        const rank = Math.max(1, Math.ceil(share * values.length));
        const exact = values.toSorted((one, other) => one - other)[rank - 1] ?? Number.NaN;
        const got = fill(values).findQuantile(share) ?? Number.NaN;
        expect(Math.abs(got / exact - 1)).toBeLessThanOrEqual(0.025);
      }),
    );
  });
});
