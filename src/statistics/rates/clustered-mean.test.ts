import { describe, expect, it } from 'vitest';
import { clusteredMeanInterval } from './clustered-mean.ts';

const unit = { min: 0, max: 1 };

describe('clusteredMeanInterval', () => {
  it('of single values is the t interval', () => {
    // 1, 2, 3, 6: mean 3, SE 1.08012, t of 3 degrees 3.18245: ± 3.43743
    const interval = clusteredMeanInterval([1, 2, 3, 6].map((sum) => ({ sum, count: 1 })));
    expect(interval).toEqual({
      value: 3,
      low: expect.closeTo(-0.43743, 4),
      high: expect.closeTo(6.43743, 4),
      ...{ n: 4, clusters: 4 },
    });
  });

  it.each([
    // How often rare values of one sign, such as 5 cases that improve of 100, leave the mean outside. With t of G − 1
    // degrees: 0.88, 0.91, 0.92, 0.91.
    [100, 0.05],
    [40, 0.1],
    [20, 0.2],
    [40, 0.2],
  ])('covers the mean of %i values that are 1 with probability %d and 0 otherwise', (n, probability) => {
    let chance = (1 - probability) ** n;
    let covered = 0;
    for (let ones = 0; ones <= n; ones++) {
      const clusters = [
        { sum: 1, count: 1, times: ones },
        { sum: 0, count: 1, times: n - ones },
      ];
      const { low, high } = clusteredMeanInterval(clusters, { min: -1, max: 1 });
      if (Number(low) <= probability && probability <= Number(high)) covered += chance;
      chance *= ((n - ones) / (ones + 1)) * (probability / (1 - probability));
    }
    expect(covered).toBeGreaterThan(0.93);
  });

  it('stays inside its bounds', () => {
    const interval = clusteredMeanInterval(
      [0.2, 1, 1].map((sum) => ({ sum, count: 1 })),
      unit,
    );
    expect(interval.high).toBe(1);
    expect(interval.low).toBe(0);
  });

  it('has no ends, with a reason, when the spread is unknown', () => {
    expect(clusteredMeanInterval([{ sum: 8, count: 2 }])).toEqual({
      ...{ value: 4, low: null, high: null, n: 2, clusters: 1 },
      why: 'one cluster has no spread',
    });
    expect(clusteredMeanInterval(new Array(3).fill({ sum: 0, count: 1 }))).toMatchObject({
      ...{ value: 0, low: null, high: null },
      why: 'all alike, so the spread is unknown',
    });
  });

  it('has ends by its bounds then', () => {
    // Five alike at 1: up to 0.4345 of all could be others (Wilson, 0 of 5), at worst at 0.
    const interval = clusteredMeanInterval(new Array(5).fill({ sum: 1, count: 1 }), unit);
    expect(interval).toEqual({ value: 1, low: expect.closeTo(0.56552, 4), high: 1, n: 5, clusters: 5 });
  });

  it('is null with a reason without values', () => {
    expect(clusteredMeanInterval([])).toEqual({
      ...{ value: null, low: null, high: null, n: 0, clusters: 0 },
      why: 'no values',
    });
  });

  it('refuses a mean outside its bounds', () => {
    const clusters = [
      { sum: 5, count: 1 },
      { sum: 7, count: 1 },
    ];
    expect(() => clusteredMeanInterval(clusters, { min: 0, max: 1 })).toThrow(RangeError);
  });

  it('is null with a reason when the sum cannot be held', () => {
    const clusters = Array.from({ length: 3 }, () => ({ sum: 1e308, count: 1 }));
    expect(clusteredMeanInterval(clusters)).toMatchObject({ value: null, why: 'the sum is too large' });
  });
});
