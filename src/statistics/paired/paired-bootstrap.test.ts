import { describe, expect, it } from 'vitest';
import { unseenSpread } from '../rates/unseen-spread.ts';
import { pairedBootstrap } from './paired-bootstrap.ts';

describe('pairedBootstrap', () => {
  it('of many single pairs comes near the normal interval', () => {
    // 120 wins and 80 losses of 1000: 0.04 ± 1.96·√((0.2 − 0.04²)/1000) = 0.04 ± 0.0276
    const kinds = [
      { pairs: 1, difference: 1, times: 120 },
      { pairs: 1, difference: -1, times: 80 },
      { pairs: 1, difference: 0, times: 800 },
    ];
    const { value, low, high, n, clusters, method } = pairedBootstrap(kinds, { resamples: 5000 });
    expect(value).toBeCloseTo(0.04, 12);
    expect(low).toBeCloseTo(0.0124, 2);
    expect(high).toBeCloseTo(0.0676, 2);
    expect([n, clusters, method]).toEqual([1000, 1000, 'bootstrap']);
  });

  it('draws whole clusters', () => {
    // 50 clusters of 4 pairs, 10 all won: 0.2 ± 1.96·√(0.16/50) = 0.2 ± 0.111, not ± 0.055 as of 200 single pairs.
    const clusters = [
      ...new Array(10).fill({ pairs: 4, difference: 4 }),
      ...new Array(40).fill({ pairs: 4, difference: 0 }),
    ];
    const { low, high } = pairedBootstrap(clusters, { resamples: 5000 });
    expect(((high ?? 0) - (low ?? 0)) / 2).toBeCloseTo(0.111, 1);
    expect(low).toBeLessThan(0.12);
  });

  it('gives the same for equal clusters, listed once with their count', () => {
    const listed = [
      ...new Array(30).fill({ pairs: 2, difference: 1 }),
      ...new Array(30).fill({ pairs: 1, difference: 0 }),
    ];
    const told = [
      { pairs: 2, difference: 1, times: 30 },
      { pairs: 1, difference: 0, times: 30 },
    ];
    expect(pairedBootstrap(told)).toEqual(pairedBootstrap(listed));
  });

  it.each([
    ['one pair', [{ pairs: 1, difference: 1 }], 1, 1],
    ['all ties', [{ pairs: 1, difference: 0, times: 50 }], 0, 50],
    ['all wins', [{ pairs: 1, difference: 1, times: 8 }], 1, 8],
    [
      'clusters of different sizes, all alike',
      [
        { pairs: 2, difference: -1 },
        { pairs: 4, difference: -2 },
      ],
      -0.5,
      2,
    ],
  ])('of %s is what could still be unseen', (_, clusters, value, count) => {
    const ends = unseenSpread(value, count, { min: -1, max: 1 });
    expect(pairedBootstrap(clusters)).toMatchObject({ value, ...ends, clusters: count, method: 'bound', resamples: 0 });
  });

  it('is null with a reason without pairs', () => {
    expect(pairedBootstrap([])).toMatchObject({ value: null, low: null, high: null, n: 0, why: 'no pairs' });
    expect(pairedBootstrap([{ pairs: 0, difference: 0 }])).toMatchObject({ value: null, clusters: 0 });
  });

  it('refuses differences that no pairs can have', () => {
    expect(() => pairedBootstrap([{ pairs: 2, difference: 3 }])).toThrow(RangeError);
    expect(() => pairedBootstrap([{ pairs: 0.5, difference: 0 }])).toThrow(RangeError);
  });
});
