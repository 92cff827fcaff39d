import { describe, expect, it } from 'vitest';
import { minimumDetectableDifference, neededClusterPlays, neededClusters } from './minimum-detectable-difference.ts';

describe('minimumDetectableDifference', () => {
  it.each([
    // Six wins of six are needed: d⁶ = 0.8.
    [{ clusters: 6 }, 0.8 ** (1 / 6)],
    // Six to nine discordant pairs, all won, or more with few losses: by scipy's binomials, as those below.
    [{ clusters: 10 }, 0.6732],
    [{ clusters: 20, changed: 0.5 }, 0.4314],
    [{ clusters: 50, changed: 0.2 }, 0.1757],
    [{ clusters: 100 }, 0.0779],
    [{ clusters: 100, changed: 0.2 }, 0.1277],
    [{ clusters: 200, changed: 0.2 }, 0.0912],
    [{ clusters: 500, changed: 0.2 }, 0.0574],
    // 150 discordant and more: Connor, (1.95996·√0.2 + 0.84162·√(0.2 − d²))/√1000
    [{ clusters: 1000, changed: 0.2 }, 0.0396],
  ])('of %j is %d', (planned, expected) => {
    expect(minimumDetectableDifference(planned).value).toBeCloseTo(expected, 3);
  });

  it('grows with the noise, and repeats bring it down to that of the changes alone', () => {
    const toValue = (plays: number) =>
      minimumDetectableDifference({ clusters: 100, changed: 0.1, flipRate: 0.2, plays }).value ?? 1;
    const alone = minimumDetectableDifference({ clusters: 100, changed: 0.1 }).value ?? 1;
    expect(toValue(3)).toBeLessThan(toValue(1));
    expect(toValue(1000)).toBeLessThan(toValue(3));
    expect(toValue(1000)).toBeGreaterThanOrEqual(alone);
    expect(toValue(1000) - alone).toBeLessThan(0.001);
  });

  it('does not change with repeats that have no noise', () => {
    const once = minimumDetectableDifference({ clusters: 40, changed: 0.2 });
    expect(minimumDetectableDifference({ clusters: 40, changed: 0.2, plays: 5 })).toEqual(once);
  });

  it('is larger for more power and for a stricter test', () => {
    const usual = minimumDetectableDifference({ clusters: 100, changed: 0.2 }).value ?? 1;
    expect(minimumDetectableDifference({ clusters: 100, changed: 0.2, power: 0.9 }).value).toBeGreaterThan(usual);
    expect(minimumDetectableDifference({ clusters: 100, changed: 0.2, alpha: 0.01 }).value).toBeGreaterThan(usual);
  });

  it.each([
    // t of 99 degrees: 1.98422 + 0.84523. √100·d = 2.82945·√(0.2 + d·√0.6 − d²)
    [{ clusters: 100, flipRate: 0.2 }, 0.1538],
    // With 8 plays: √100·d = 2.82945·√((0.2 + d·√0.6 − d²)/8)
    [{ clusters: 100, flipRate: 0.2, plays: 8 }, 0.0485],
    // All six clusters have to agree: √6·d = √6·1.79274·√((0.2 + d·√0.6 − d²)/10), z of 0.8^(1/6)
    [{ clusters: 6, flipRate: 0.2, plays: 10 }, 0.334],
    // t of 19 degrees: 20·d² = 2.95406²·(d − d²)/5
    [{ clusters: 20, plays: 5 }, 0.0803],
    // Not below McNemar's exact test: 100·d² = 2.82945²·(d − d²) has 0.0741.
    [{ clusters: 100 }, 0.0779],
  ])('where every case moves is for %j %d', (planned, expected) => {
    const { value } = minimumDetectableDifference({ ...planned, moves: 'all' });
    expect(value).toBeCloseTo(expected, 3);
  });

  it('is null with a reason where no test could decide', () => {
    const why = 'no test decides fewer than 6 clusters';
    expect(minimumDetectableDifference({ clusters: 5, changed: 0.2 })).toEqual({ value: null, why });
    expect(minimumDetectableDifference({ clusters: 5, flipRate: 0.2, plays: 9 })).toEqual({ value: null, why });
  });

  it.each([
    { clusters: 0 },
    { clusters: 1.5 },
    { clusters: 10, changed: 1.1 },
    { clusters: 10, flipRate: -0.1 },
    { clusters: 10, plays: 0.5 },
    { clusters: 10, alpha: 0 },
    { clusters: 10, power: 1 },
  ])('refuses %j', (planned) => {
    expect(() => minimumDetectableDifference(planned)).toThrow(RangeError);
  });
});

describe('neededClusters', () => {
  it.each([
    { difference: 0.05 },
    { difference: 0.05, flipRate: 0.2 },
    { difference: 0.05, flipRate: 0.2, plays: 5 },
    { difference: 0.2, changed: 0.4 },
    { difference: 1 },
  ])('is the fewest that find %j', (wanted) => {
    const { difference, ...planned } = wanted;
    const clusters = neededClusters(wanted);
    expect(minimumDetectableDifference({ ...planned, clusters }).value).toBeLessThanOrEqual(difference);
    expect(minimumDetectableDifference({ ...planned, clusters: clusters - 1 }).value ?? 2).toBeGreaterThan(difference);
  });

  it('refuses a difference of nothing, and one above 1', () => {
    expect(() => neededClusters({ difference: 0 })).toThrow(RangeError);
    expect(() => neededClusters({ difference: 1.1 })).toThrow(RangeError);
  });
});

describe('neededClusterPlays', () => {
  it('is the fewest that find it', () => {
    const wanted = { clusters: 100, difference: 0.05, flipRate: 0.2, moves: 'all' } as const;
    expect(neededClusterPlays(wanted)).toEqual({ value: 8 });
    const { difference, ...planned } = wanted;
    expect(minimumDetectableDifference({ ...planned, plays: 8 }).value).toBeLessThanOrEqual(difference);
    expect(minimumDetectableDifference({ ...planned, plays: 7 }).value).toBeGreaterThan(difference);
  });

  it('is null with a reason where plays cannot replace clusters', () => {
    expect(neededClusterPlays({ clusters: 100, difference: 0.05, flipRate: 0.2 })).toEqual({
      value: null,
      why: '100 clusters are too few, however often they are played',
    });
    expect(neededClusterPlays({ clusters: 5, difference: 0.5, moves: 'all' }).value).toBeNull();
  });
});
