import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredStandardError } from './clustered-error.ts';

describe('clusteredStandardError', () => {
  it('of single values is s/√n', () => {
    // 1, 2, 3, 6: mean 3, squares 4 + 1 + 0 + 9 = 14, s² = 14/3, SE = √(14/3/4) = 1.0801
    const error = clusteredStandardError([1, 2, 3, 6].map((sum) => ({ sum, count: 1 })));
    expect(error).toEqual({ mean: 3, value: expect.closeTo(1.0801234, 6), n: 4, clusters: 4 });
  });

  it('takes values of a cluster together', () => {
    // Mean 3/6 = 0.5. e = 2 − 1, 1 − 1.5, 0 − 0.5 = 1, −0.5, −0.5; Σe² = 1.5; SE = √(3/2·1.5)/6 = 1.5/6 = 0.25
    const clusters = [
      { sum: 2, count: 2 },
      { sum: 1, count: 3 },
      { sum: 0, count: 1 },
    ];
    expect(clusteredStandardError(clusters)).toEqual({ mean: 0.5, value: 0.25, n: 6, clusters: 3 });
  });

  it('is null with a reason without values, and for one cluster', () => {
    expect(clusteredStandardError([{ sum: 0, count: 0 }])).toEqual({
      ...{ mean: null, value: null, n: 0, clusters: 0 },
      why: 'no values',
    });
    expect(clusteredStandardError([{ sum: 3, count: 4 }])).toMatchObject({ mean: 0.75, value: null, clusters: 1 });
  });

  it('is exactly 0 when all clusters are alike', () => {
    expect(clusteredStandardError(new Array(7).fill({ sum: 1, count: 3 })).value).toBe(0);
    expect(clusteredStandardError(new Array(7).fill({ sum: 0.7, count: 1 })).value).toBe(0);
  });

  it('gives the same for equal clusters, listed once with their count', () => {
    const cluster = fc.record({ sum: fc.integer({ min: -9, max: 9 }), count: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(cluster, fc.integer({ min: 1, max: 4 })), { minLength: 2 }), (kinds) => {
        const told = clusteredStandardError(kinds.map(([kind, times]) => ({ ...kind, times })));
        const listed = clusteredStandardError(kinds.flatMap(([kind, times]) => new Array(times).fill(kind)));
        expect(told.value).toBeCloseTo(listed.value ?? Number.NaN, 10);
        expect(told.clusters).toBe(listed.clusters);
      }),
    );
  });

  it('refuses clusters that cannot be', () => {
    expect(() => clusteredStandardError([{ sum: 1, count: 0.5 }])).toThrow(RangeError);
    expect(() => clusteredStandardError([{ sum: Number.NaN, count: 1 }])).toThrow(RangeError);
  });
});
