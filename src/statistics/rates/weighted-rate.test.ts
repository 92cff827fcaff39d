import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredRateInterval } from './clustered-rate.ts';
import { type WeightedTrial, weightedRateInterval } from './weighted-rate.ts';
import { wilsonEnds } from './wilson.ts';

const trials = fc.array(
  fc.record({
    cluster: fc.nat(8).map((number) => `c${number}`),
    isHit: fc.boolean(),
    weight: fc.constantFrom(0.5, 1, 1.25, 5),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('weightedRateInterval', () => {
  it('equals the clustered rate exactly if all weights are the same', () => {
    fc.assert(
      fc.property(trials, fc.constantFrom(0.1, 1, 3), (given, weight) => {
        const clusters = new Map<string, { successes: number; trials: number }>();
        for (const { cluster, isHit } of given) {
          const { successes, trials } = clusters.get(cluster) ?? { successes: 0, trials: 0 };
          clusters.set(cluster, { successes: successes + Number(isHit), trials: trials + 1 });
        }
        const { effectiveN, ...found } = weightedRateInterval(given.map((trial) => ({ ...trial, weight })));
        expect(found).toEqual(clusteredRateInterval([...clusters.values()]));
        expect(wilsonEnds(found.value ?? 0, effectiveN)).toEqual({ low: found.low, high: found.high });
      }),
    );
  });

  it('does not change when all weights are scaled', () => {
    fc.assert(
      fc.property(trials, fc.double({ min: 0.01, max: 100, noNaN: true }), (given, factor) => {
        const scaled = given.map((trial) => ({ ...trial, weight: trial.weight * factor }));
        const [one, other] = [weightedRateInterval(given), weightedRateInterval(scaled)];
        expect(other.value).toBeCloseTo(one.value ?? 0, 9);
        expect(other.low).toBeCloseTo(one.low ?? 0, 7);
        expect(other.effectiveN).toBeCloseTo(one.effectiveN, 6);
      }),
    );
  });

  it('takes a weight of 2 for the same trial twice in the same cluster', () => {
    fc.assert(
      fc.property(trials, (given) => {
        const doubled = given.flatMap((trial): WeightedTrial[] => (trial.weight === 5 ? [trial, trial] : [trial]));
        const weighted = given.map((trial) => (trial.weight === 5 ? { ...trial, weight: 10 } : trial));
        expect(weightedRateInterval(weighted).value).toBeCloseTo(weightedRateInterval(doubled).value ?? 0, 12);
      }),
    );
  });

  it('has the effective size of its linearized variance', () => {
    // Weights 2, 1, 1, 1, hits 1, 1, 0, 1: p = 4/5. e = 0.4, 0.2, −0.8, 0.2: Σe² = 0.88, over G/(G − 1) = 4/3.
    // 0.16·25/(0.88·4/3) = 3.409, above plain·3/4 only; Kish 25/7 = 3.571.
    const hits = [true, true, false, true];
    const given = hits.map((isHit, place) => ({ cluster: `${place}`, isHit, weight: place === 0 ? 2 : 1 }));
    const { value, effectiveN, n, clusters } = weightedRateInterval(given);
    expect({ value, n, clusters }).toEqual({ value: 0.8, n: 4, clusters: 4 });
    // The plain size 4.545 is above Kish's of the clusters, so that is where shrinking stops.
    expect(effectiveN).toBeCloseTo(25 / 7, 10);
  });

  it('uses Kish’s size of the clusters if every trial is a hit', () => {
    const given = [5, 1.25, 1.25].map((weight, place) => ({ cluster: `${place}`, isHit: true, weight }));
    const { value, high, low, effectiveN } = weightedRateInterval(given);
    expect({ value, high, effectiveN }).toEqual({ value: 1, high: 1, effectiveN: expect.closeTo(2, 10) });
    expect(low).toBeCloseTo(wilsonEnds(1, 2).low, 10);
  });

  it('never uses more than its trials', () => {
    fc.assert(
      fc.property(trials, (given) => {
        const { effectiveN, n, value, low, high } = weightedRateInterval(given);
        expect(effectiveN).toBeLessThanOrEqual(n + 1e-9);
        expect((low ?? -1) <= (value ?? -1) && (value ?? -1) <= (high ?? -1)).toBe(true);
      }),
    );
  });

  it('is wider at a higher level', () => {
    const given = [true, true, false, true].map((isHit, place) => ({ cluster: `${place}`, isHit }));
    const [usual, sure] = [weightedRateInterval(given), weightedRateInterval(given, { level: 0.99 })];
    expect((sure.low ?? 0) < (usual.low ?? 0) && (sure.high ?? 0) > (usual.high ?? 0)).toBe(true);
  });

  it('is null with a reason without trials, and refuses a weight that is not above 0', () => {
    expect(weightedRateInterval([])).toMatchObject({ value: null, n: 0, effectiveN: 0, why: 'no trials' });
    expect(() => weightedRateInterval([{ cluster: 'a', isHit: true, weight: 0 }])).toThrow(RangeError);
  });
});
