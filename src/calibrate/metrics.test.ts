import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Estimate } from '../statistics/estimate.ts';
import { type MetricName, metricNames } from '../statistics/metric-table.ts';
import { clusteredMeanInterval } from '../statistics/rates/clustered-mean.ts';
import { seededRandom } from '../statistics/resampling/seeded-random.ts';
import type { Measure, ScoredSample } from './answered-sample.ts';
import { toMetrics } from './metrics.ts';

const measure: Measure = { scale: { min: 1, max: 5, step: 1 }, pass: 4 };

/** α corrects for the number of samples, which a weight leaves as it is. */
const withoutSize = metricNames.filter((name) => !name.startsWith('alpha'));

const samples = fc
  .array(
    fc.record({ cluster: fc.nat(9), human: fc.integer({ min: 1, max: 5 }), off: fc.integer({ min: -1, max: 1 }) }),
    { minLength: 5, maxLength: 30 },
  )
  .map((rows): readonly ScoredSample[] =>
    rows.map(({ cluster, human, off }) => ({
      ...{ cluster: `c${cluster}`, human, judge: Math.min(5, Math.max(1, human + off)) },
    })),
  );

function toWeighted(given: readonly ScoredSample[], toWeight: (place: number) => number): readonly ScoredSample[] {
  return given.map((sample, place) => ({ ...sample, weight: toWeight(place) }));
}

function expectClose(one: Readonly<Record<string, Estimate>>, other: Readonly<Record<string, Estimate>>): void {
  for (const [name, metric] of Object.entries(one)) {
    const same = other[name];
    if (metric.value === null) expect(same?.value, name).toBe(null);
    else expect(same?.value, name).toBeCloseTo(metric.value, 9);
    expect(same?.n, name).toBe(metric.n);
  }
}

describe('toMetrics with weights', () => {
  it('gives exactly the same metrics if all weights are equal', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const weighted = toWeighted(given, () => 3.7);
        expect(toMetrics(weighted, measure, metricNames)).toEqual(toMetrics(given, measure, metricNames));
      }),
      { numRuns: 10 },
    );
  });

  it('does not change when all weights are scaled', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const one = toWeighted(given, (place) => 1 + (place % 3));
        const scaled = toWeighted(given, (place) => 0.07 * (1 + (place % 3)));
        expectClose(toMetrics(one, measure, metricNames), toMetrics(scaled, measure, metricNames));
      }),
      { numRuns: 10 },
    );
  });

  it('takes a weight of 2 for the same sample twice in its conversation', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const weighted = toWeighted(given, (place) => (place % 4 === 0 ? 2 : 1));
        const doubled = given.flatMap((sample, place) => (place % 4 === 0 ? [sample, sample] : [sample]));
        const values = (found: Readonly<Record<string, Estimate>>) =>
          Object.entries(found).map(([name, { value }]) => [
            name,
            value === null ? null : Number(value.toFixed(9)) + 0,
          ]);
        expect(values(toMetrics(weighted, measure, withoutSize))).toEqual(
          values(toMetrics(doubled, measure, withoutSize)),
        );
      }),
      { numRuns: 10 },
    );
  });

  it('weighs what people fail back to its share', () => {
    // All 4 failing replies were labeled and 4 of 16 passing ones: the judge misses 1 failing reply and no other.
    const rows = [...Array(4).fill([2, 2, 1]), ...Array(4).fill([5, 5, 4])];
    const given = rows.map(([human, judge, weight], place) => ({
      ...{ cluster: `c${place}`, human, weight },
      judge: place === 0 ? 5 : judge,
    }));
    const names: readonly MetricName[] = ['exact', 'bias', 'mae', 'tpr', 'tnr', 'kappa'];
    const { exact, bias, mae, tpr, tnr, kappa } = toMetrics(given, measure, names);
    // Of 20 replies 1 is wrong, by 3. Chance: 16·17 + 4·3 of 400.
    expect(exact).toMatchObject({ value: expect.closeTo(0.95, 10), n: 8 });
    expect([bias?.value, mae?.value]).toEqual([expect.closeTo(0.15, 10), expect.closeTo(0.15, 10)]);
    expect(tpr).toMatchObject({ value: 1, n: 4 });
    expect(tnr).toMatchObject({ value: 0.75, n: 4 });
    expect(kappa?.value).toBeCloseTo(1 - 0.05 / (1 - (16 * 17 + 4 * 3) / 400), 10);
    expect(exact?.effectiveN).toBeLessThan(8);
    expect(tnr?.effectiveN).toBe(undefined);
  });
});

describe('toMetrics', () => {
  it('gives bias and mean distance the clustered t interval at least', () => {
    const random = seededRandom(3);
    const draw = () => 1 + Math.floor(5 * random());
    const given = Array.from({ length: 30 }, (_, place) => ({ cluster: `c${place}`, human: draw(), judge: draw() }));
    const { bias, mae } = toMetrics(given, measure, ['bias', 'mae']);
    const clusters = given.map(({ human, judge }) => ({ sum: judge - human, count: 1 }));
    const usual = clusteredMeanInterval(clusters, { min: -4, max: 4 });
    expect(bias.value).toBeCloseTo(usual.value ?? 0, 12);
    expect(bias.low).toBeLessThanOrEqual(usual.low ?? 0);
    expect(bias.high).toBeGreaterThanOrEqual(usual.high ?? 0);
    expect((mae.high ?? 0) - (mae.low ?? 0)).toBeGreaterThan(0.5);
  });

  it('gives all intervals at another level', () => {
    const given = Array.from({ length: 40 }, (_, place) => ({
      ...{ cluster: `c${place}`, human: 1 + (place % 5), judge: 1 + ((place + (place % 7 === 0 ? 1 : 0)) % 5) },
    }));
    const [usual, sure] = [
      toMetrics(given, measure, metricNames),
      toMetrics(given, measure, metricNames, { level: 0.99 }),
    ];
    for (const name of metricNames) {
      const width = ({ low, high }: Estimate) => (high ?? 0) - (low ?? 0);
      expect(width(sure[name]), name).toBeGreaterThan(width(usual[name]));
    }
  });
});
