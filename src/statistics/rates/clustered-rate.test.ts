import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredRateInterval } from './clustered-rate.ts';
import { wilsonEnds, wilsonInterval } from './wilson.ts';

describe('clusteredRateInterval', () => {
  it('of single trials is exactly Wilson’s', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (passed) => {
        const clusters = passed.map((pass) => ({ successes: Number(pass), trials: 1 }));
        const wilson = wilsonInterval(passed.filter(Boolean).length, passed.length);
        expect(clusteredRateInterval(clusters)).toEqual({ ...wilson, clusters: passed.length });
      }),
    );
  });

  it('uses the number of clusters if the trials of each are all the same', () => {
    // Ten cases, three repeats each, seven pass always: as sure as 7 of 10, not as 21 of 30.
    const clusters = [
      ...new Array(7).fill({ successes: 3, trials: 3 }),
      ...new Array(3).fill({ successes: 0, trials: 3 }),
    ];
    const { low, high } = wilsonInterval(7, 10);
    expect(clusteredRateInterval(clusters)).toEqual({
      value: 0.7,
      low: expect.closeTo(low ?? 0, 10),
      high: expect.closeTo(high ?? 0, 10),
      ...{ n: 30, clusters: 10 },
    });
  });

  it('has an effective size between clusters and trials otherwise', () => {
    // Rate 6/12, e = ±0.5 in 4 clusters of 3: Σe² = 1, and 0.25·36 = 9 if each cluster went together. The share of
    // the way from 1 to 9 is 1/(1 + 6): 2.143. Plain size 0.25·144/2.143 = 16.8, shrunk by 3/4 and by
    // (2.2010/3.1824)² = 0.4783 to 6.027.
    const even = clusteredRateInterval([2, 1, 2, 1].map((successes) => ({ successes, trials: 3 })));
    expect(even.low).toBeCloseTo(wilsonEnds(0.5, 6.0269).low, 5);
    // Successes 3, 1, 2, 0: e = ±1.5, ±0.5, Σe² = 5, moved to 5.571. Plain 0.25·144/5.571 = 6.46; shrunk 2.32, not below 4.
    const wide = clusteredRateInterval([3, 1, 2, 0].map((successes) => ({ successes, trials: 3 })));
    expect(wide.low).toBeCloseTo(wilsonEnds(0.5, 4).low, 10);
  });

  it('does not conclude from two failures in different conversations that failures come alone', () => {
    // 20 conversations of 5 replies, two with one failure: by itself Σe² says 100 independent trials.
    const clusters = Array.from({ length: 20 }, (_, i) => ({ successes: i < 2 ? 4 : 5, trials: 5 }));
    const { low, high } = clusteredRateInterval(clusters);
    const independent = wilsonEnds(0.98, 100);
    expect(Number(high) - Number(low)).toBeGreaterThan(1.2 * (independent.high - independent.low));
  });

  it('uses the number of clusters if all passed, none did, or all are alike', () => {
    const all = clusteredRateInterval(new Array(5).fill({ successes: 4, trials: 4 }));
    expect(all).toEqual({ value: 1, low: wilsonInterval(5, 5).low, high: 1, n: 20, clusters: 5 });
    const none = clusteredRateInterval(new Array(5).fill({ successes: 0, trials: 4 }));
    expect(none).toEqual({ value: 0, low: 0, high: wilsonInterval(0, 5).high, n: 20, clusters: 5 });
    const alike = clusteredRateInterval(new Array(6).fill({ successes: 1, trials: 3 }));
    expect(alike).toMatchObject(wilsonEnds(1 / 3, 6));
  });

  it('is null with a reason without trials; clusters without trials do not count', () => {
    const none = { value: null, low: null, high: null, n: 0, clusters: 0, why: 'no trials' };
    expect(clusteredRateInterval([])).toEqual(none);
    expect(clusteredRateInterval([{ successes: 0, trials: 0 }])).toEqual(none);
    expect(
      clusteredRateInterval([
        { successes: 1, trials: 2 },
        { successes: 0, trials: 0 },
      ]).clusters,
    ).toBe(1);
  });

  it('always contains the rate, is inside 0 and 1, and is at least as wide as Wilson’s of all trials', () => {
    const cluster = fc
      .integer({ min: 1, max: 6 })
      .chain((trials) => fc.record({ successes: fc.nat(trials), trials: fc.constant(trials) }));
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 30 }), (clusters) => {
        const { value, low, high, n } = clusteredRateInterval(clusters);
        const [rate, from, to] = [value ?? -1, low ?? -1, high ?? -1];
        expect(0 <= from && from <= rate && rate <= to && to <= 1).toBe(true);
        const wilson = wilsonEnds(rate, n);
        expect(to - from).toBeGreaterThanOrEqual(wilson.high - wilson.low - 1e-12);
      }),
    );
  });

  it('refuses counts that cannot be', () => {
    expect(() => clusteredRateInterval([{ successes: 3, trials: 2 }])).toThrow(RangeError);
    expect(() => clusteredRateInterval([{ successes: 0.5, trials: 2 }])).toThrow(RangeError);
  });
});
