import { describe, expect, it } from 'vitest';
import { agreementIntervals } from './agreement-intervals.ts';
import { seededRandom } from './seeded-random.ts';

const passFail = { values: [0, 1], pass: 1 } as const;

/** [human, judge, how often] */
function toPairs(rows: readonly (readonly [number, number, number])[]) {
  const all = rows.flatMap(([human, judge, times]) => Array.from({ length: times }, () => [human, judge] as const));
  return { human: all.map(([human]) => human), judge: all.map(([, judge]) => judge) };
}

describe('agreementIntervals', () => {
  it('covers κ and α of rare failures, where a percentile bootstrap misses every sixth', () => {
    // 10% failures, TPR 0.95, TNR 0.8, 40 samples.
    const [fails, tpr, tnr] = [0.1, 0.95, 0.8];
    const judged = fails * tnr + (1 - fails) * (1 - tpr);
    const chance = fails * judged + (1 - fails) * (1 - judged);
    const kappa = (fails * tnr + (1 - fails) * tpr - chance) / (1 - chance);
    const random = seededRandom(4);
    let [covered, printed] = [0, 0];
    for (let round = 0; round < 150; round++) {
      const human = Array.from({ length: 40 }, () => (random() < fails ? 0 : 1));
      const judge = human.map((score) => (random() < (score === 1 ? tpr : tnr) ? score : 1 - score));
      const found = agreementIntervals({ human, judge }, { ...passFail, metrics: ['kappa'], resamples: 300 });
      if (found.kappa.low === null || found.kappa.high === null) continue;
      printed++;
      if (found.kappa.low <= kappa && kappa <= found.kappa.high) covered++;
    }
    expect(printed).toBeGreaterThan(130);
    expect(covered / printed).toBeGreaterThanOrEqual(0.93);
  });

  it('leaves room for what was not seen when judge and people agree throughout', () => {
    const { kappa } = agreementIntervals(
      toPairs([
        [0, 0, 5],
        [1, 1, 15],
      ]),
      { ...passFail, metrics: ['kappa'] },
    );
    expect(kappa).toMatchObject({ value: 1, high: 1, n: 20 });
    // One more sample could be a disagreement: 2.5% of the time it weighs 3.7 of 24.
    expect(kappa.low).toBeGreaterThan(0.4);
    expect(kappa.low).toBeLessThan(0.75);
  });

  it('does not rule out a good judge that missed the only failing sample', () => {
    const { kappa } = agreementIntervals(
      toPairs([
        [0, 1, 1],
        [1, 1, 19],
      ]),
      { ...passFail, metrics: ['kappa'] },
    );
    expect(kappa.value).toBe(0);
    expect(kappa.high).toBeGreaterThan(0.75);
  });

  it('is wider for the same samples in fewer conversations, and at a higher level', () => {
    const pairs = toPairs([
      [0, 0, 12],
      [0, 1, 3],
      [1, 1, 42],
      [1, 0, 3],
    ]);
    const width = (options: { cluster?: readonly number[]; level?: number }) => {
      const { cluster, level = 0.95 } = options;
      const given = { ...pairs, ...(cluster === undefined ? {} : { cluster }) };
      const { kappa } = agreementIntervals(given, { ...passFail, metrics: ['kappa'], level });
      return (kappa.high ?? 0) - (kappa.low ?? 0);
    };
    const cluster = pairs.human.map((_, place) => Math.floor(place / 6));
    expect(width({ cluster })).toBeGreaterThan(width({}) * 1.2);
    expect(width({ level: 0.999 })).toBeGreaterThan(width({}) * 1.2);
  });

  it('moves bias both ways and distances up by an unseen disagreement', () => {
    const options = { values: [1, 2, 3, 4, 5], pass: 4, metrics: ['bias', 'mae', 'rmse'] } as const;
    const { bias, mae, rmse } = agreementIntervals(
      toPairs([
        [4, 4, 20],
        [5, 5, 20],
      ]),
      options,
    );
    expect([bias.value, mae, rmse]).toMatchObject([0, { value: 0, low: 0 }, { value: 0, low: 0 }]);
    expect((bias.low ?? 0) < 0 && (bias.high ?? 0) > 0 && (mae.high ?? 0) > 0).toBe(true);
  });

  it('gives the same for the same seed, and a judge that is known no room for surprise', () => {
    const pairs = toPairs([
      [0, 1, 4],
      [1, 1, 16],
    ]);
    const options = { ...passFail, metrics: ['kappa', 'gwetAc1'] } as const;
    expect(agreementIntervals(pairs, options)).toEqual(agreementIntervals(pairs, options));
    const known = agreementIntervals(pairs, { ...options, canSurprise: false });
    expect(known.kappa).toEqual({ value: 0, low: 0, high: 0, n: 20 });
  });

  it('has no interval with fewer than five conversations, and no value where a metric is undefined', () => {
    const options = { ...passFail, metrics: ['kappa'] } as const;
    const few = agreementIntervals(
      {
        ...toPairs([
          [0, 0, 4],
          [1, 1, 4],
        ]),
        cluster: [1, 1, 2, 2, 3, 3, 4, 4],
      },
      options,
    );
    expect(few.kappa).toMatchObject({
      value: 1,
      low: null,
      high: null,
      why: expect.stringMatching('not enough labels'),
    });
    const alike = agreementIntervals(toPairs([[1, 1, 30]]), options);
    expect(alike.kappa).toEqual({ value: null, low: null, high: null, n: 30, why: 'every score is the same' });
    expect(agreementIntervals({ human: [], judge: [] }, options).kappa).toMatchObject({ value: null, n: 0 });
  });

  it('does not change when all weights are scaled', () => {
    const pairs = toPairs([
      [0, 0, 6],
      [0, 1, 2],
      [1, 1, 30],
      [1, 0, 2],
    ]);
    const toFound = (factor: number) =>
      agreementIntervals(
        { ...pairs, weight: pairs.human.map((score) => factor * (score === 0 ? 1 : 4)) },
        { ...passFail, metrics: ['kappa', 'alphaNominal'] },
      );
    const [one, other] = [toFound(1), toFound(0.3)];
    expect(other.kappa.value).toBeCloseTo(one.kappa.value ?? 0, 10);
    expect(other.kappa.low).toBeCloseTo(one.kappa.low ?? 0, 8);
    expect(other.alphaNominal.high).toBeCloseTo(one.alphaNominal.high ?? 0, 8);
  });
});
