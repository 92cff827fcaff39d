import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredRateInterval } from '../../statistics/rates/clustered-rate.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { RateTally } from './rate-tally.ts';

describe('RateTally', () => {
  it('is exactly the interval of Wilson if every trial is its own cluster', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.boolean(), (trials, isNamed) => {
        const tally = new RateTally();
        for (const [index, trial] of trials.entries()) tally.addOne(trial, isNamed ? String(index) : undefined);
        expect(tally.toInterval()).toEqual(wilsonInterval(trials.filter(Boolean).length, trials.length));
      }),
    );
  });

  it('is the interval of clusters where a cluster has several, named or not', () => {
    const anyCluster = fc
      .tuple(fc.nat(3), fc.nat(3))
      .map(([a, b]) => ({ successes: Math.min(a, b), trials: Math.max(a, b) + 1 }));
    fc.assert(
      fc.property(fc.array(anyCluster, { minLength: 2 }), fc.array(anyCluster), (own, named) => {
        fc.pre([...own, ...named].some(({ trials }) => trials > 1));
        const tally = new RateTally();
        for (const cluster of own) tally.add(cluster, undefined);
        for (const [index, cluster] of named.entries()) tally.add(cluster, String(index));
        const [got, wanted] = [tally.toInterval(), clusteredRateInterval([...named, ...own])];
        expect(got.n).toBe(wanted.n);
        for (const end of ['value', 'low', 'high'] as const) expect(got[end]).toBeCloseTo(wanted[end] ?? -1, 9);
      }),
    );
  });
});
