import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toPairs } from '../../../test/support/arbitrary-table.ts';
import { brennanPredigerOfTable } from '../agreement/brennan-prediger.ts';
import { cohenKappa } from '../agreement/cohen-kappa.ts';
import type { ContingencyTable } from '../agreement/contingency-table.ts';
import { exactAgreement } from '../agreement/exact-agreement.ts';
import { gwetOfTable } from '../agreement/gwet-ac.ts';
import { kendallTauBOfTable } from '../agreement/kendall-tau-b.ts';
import { krippendorffOfTable } from '../agreement/krippendorff-of-table.ts';
import { mcc } from '../agreement/mcc.ts';
import { meanAbsoluteError } from '../agreement/mean-absolute-error.ts';
import { meanError } from '../agreement/mean-error.ts';
import { rootMeanSquareError } from '../agreement/root-mean-square-error.ts';
import { scottPi } from '../agreement/scott-pi.ts';
import { spearmanOfTable } from '../agreement/spearman.ts';
import { withinOne } from '../agreement/within-one.ts';
import type { PointEstimate } from '../estimate.ts';
import type { MetricName } from '../metric-table.ts';
import { toPassTable, trueNegativeRate, truePositiveRate } from '../rates/true-rates.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { bootstrapScores, bootstrapTable } from './bootstrap-table.ts';
import { seededRandom } from './seeded-random.ts';

const values = [-3, -2, -1, 0, 1, 2, 3];
const pass = 1;

/** Each metric by its own function, from a whole table. */
const metrics: Readonly<Record<MetricName, (table: ContingencyTable, scale: readonly number[]) => PointEstimate>> = {
  exact: exactAgreement,
  within1: withinOne,
  bias: meanError,
  mae: meanAbsoluteError,
  rmse: rootMeanSquareError,
  kappa: (table) => cohenKappa(table),
  kappaLinear: (table) => cohenKappa(table, { weights: 'linear' }),
  kappaQuadratic: (table) => cohenKappa(table, { weights: 'quadratic' }),
  scottPi: scottPi,
  alphaNominal: (table, scale) => krippendorffOfTable(table, scale, 'nominal'),
  alphaOrdinal: (table, scale) => krippendorffOfTable(table, scale, 'ordinal'),
  alphaInterval: (table, scale) => krippendorffOfTable(table, scale, 'interval'),
  gwetAc1: (table) => gwetOfTable(table),
  gwetAc2: (table) => gwetOfTable(table, { weights: 'quadratic' }),
  brennanPrediger: (table) => brennanPredigerOfTable(table),
  spearman: spearmanOfTable,
  kendallTauB: kendallTauBOfTable,
  mcc: (table, scale) => mcc(toPassTable(table, scale, pass)),
  tpr: (table, scale) => truePositiveRate(toPassTable(table, scale, pass)),
  tnr: (table, scale) => trueNegativeRate(toPassTable(table, scale, pass)),
};
// The keys of the object are the names of its type.
const names = Object.keys(metrics) as MetricName[];

/** A judge that is a step off now and then; `each` pairs to a cluster. */
function toSamples(pairs: number, each: number) {
  const random = seededRandom(11);
  const human = Array.from({ length: pairs }, () => Math.floor(random() * 7));
  const judge = human.map((place) => Math.max(0, Math.min(6, place + Math.floor(random() * 5) - 2)));
  return { human, judge, cluster: human.map((_, pair) => Math.floor(pair / each)) };
}

function toTable(human: readonly number[], judge: readonly number[]): number[][] {
  const table = values.map(() => values.map(() => 0));
  for (const [pair, place] of human.entries()) {
    const row = table[place] ?? [];
    const column = judge[pair] ?? 0;
    row[column] = (row[column] ?? 0) + 1;
  }
  return table;
}

describe('bootstrapTable', () => {
  const samples = toSamples(90, 3);
  const all = bootstrapTable(samples, { values, pass, resamples: 300, seed: 4 });

  it.each(names)('has the value of %s that its own function gives', (name) => {
    const { value } = metrics[name](toTable(samples.human, samples.judge), values);
    expect(all[name].value).toBeCloseTo(value ?? Number.NaN, 12);
  });

  it.each(names)('has the interval of %s that resampling by hand gives', (name) => {
    // 30 clusters, each a group: the same draws
    const byHand = bootstrapInterval(
      new Array(30).fill(1),
      (counts) => {
        const repeated = samples.human.flatMap((_, pair) =>
          new Array<number>(counts[Math.floor(pair / 3)] ?? 0).fill(pair),
        );
        const place = (list: readonly number[]) => repeated.map((pair) => list[pair] ?? 0);
        return metrics[name](toTable(place(samples.human), place(samples.judge)), values).value;
      },
      { resamples: 300, seed: 4 },
    );
    expect(all[name].low).toBeCloseTo(byHand.low ?? Number.NaN, 9);
    expect(all[name].high).toBeCloseTo(byHand.high ?? Number.NaN, 9);
  });

  it('says how many pairs a rate is computed from', () => {
    const passed = samples.human.filter((place) => place >= 4).length;
    expect([all.exact.n, all.tpr.n, all.tnr.n]).toEqual([90, passed, 90 - passed]);
  });

  it('draws clusters that are alike as groups, with the same spread', () => {
    const { human, judge } = toSamples(4000, 1);
    const { exact } = bootstrapTable({ human, judge }, { values, pass });
    // a rate of 4,000 pairs: ± 1.96·√(p(1 − p)/4000)
    const rate = exact.value ?? 0;
    const half = 1.96 * Math.sqrt((rate * (1 - rate)) / 4000);
    expect(exact.low).toBeCloseTo(rate - half, 2);
    expect(exact.high).toBeCloseTo(rate + half, 2);
  });

  it('knows that pairs of one cluster go together', () => {
    const { human, judge, cluster } = toSamples(300, 1);
    const thrice = <T>(list: readonly T[]) => list.flatMap((value) => [value, value, value]);
    const once = bootstrapTable({ human, judge, cluster }, { values, pass });
    const copied = { human: thrice(human), judge: thrice(judge) };
    const together = bootstrapTable({ ...copied, cluster: thrice(cluster) }, { values, pass });
    const apart = bootstrapTable(copied, { values, pass });
    const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
    expect(width(together.mae)).toBeCloseTo(width(once.mae), 10);
    expect(width(apart.mae)).toBeLessThan(0.7 * width(once.mae));
  });

  it('does not depend on the names of clusters, or on the order of pairs', () => {
    const options = { values, pass, resamples: 50 };
    const renamed = { ...samples, cluster: samples.cluster.map((cluster) => 1000 - 7 * cluster) };
    expect(bootstrapTable(renamed, options)).toEqual(bootstrapTable(samples, options));
    const turned = {
      human: samples.human.toReversed(),
      judge: samples.judge.toReversed(),
      cluster: samples.cluster.toReversed(),
    };
    expect(bootstrapTable(turned, options).kappa.value).toBe(bootstrapTable(samples, options).kappa.value);
  });

  it('has no interval with fewer than two clusters, and no value without pairs', () => {
    const one = bootstrapTable({ human: [1, 2], judge: [1, 3], cluster: [5, 5] }, { values, pass });
    expect(one.exact).toMatchObject({ value: 0.5, low: null, high: null, why: 'fewer than two clusters' });
    const none = bootstrapTable({ human: [], judge: [] }, { values, pass });
    expect(none.kappa).toMatchObject({ value: null, low: null, high: null, n: 0, why: 'no pair of scores' });
    expect(none.tnr).toMatchObject({ value: null, why: 'no sample that people fail' });
  });

  it('says why a constant judge has no rank correlation', () => {
    const { spearman, kappa } = bootstrapTable({ human: [0, 3, 6, 6], judge: [6, 6, 6, 6] }, { values, pass });
    expect(spearman).toMatchObject({ value: null, low: null, why: "the judge's scores are all the same" });
    expect(kappa.value).toBe(0);
  });

  it('is a number between its ends, or null with a reason, whatever the table', () => {
    fc.assert(
      fc.property(arbitraryTable({ min: 1, max: 5 }), fc.nat(3), (table, mark) => {
        const pairs = toPairs(table);
        const cluster = pairs.human.map((_, pair) => Math.floor(pair / (1 + mark)));
        const scale = table.map((_, place) => place);
        const found = bootstrapTable({ ...pairs, cluster }, { values: scale, pass: mark, resamples: 20 });
        for (const { value, low, high, why } of Object.values(found)) {
          if (value === null || low === null || high === null) expect(why).toBeTypeOf('string');
          else expect(why).toBeUndefined();
          for (const number of [value, low, high]) expect(Number.isFinite(number ?? 0)).toBe(true);
          expect((low ?? 0) <= (high ?? 0)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('refuses places off the scale, lists of different length, and no resamples', () => {
    const options = { values: [1, 2], pass: 2 };
    expect(() => bootstrapTable({ human: [2], judge: [0] }, options)).toThrow(RangeError);
    expect(() => bootstrapTable({ human: [0.5], judge: [0] }, options)).toThrow(RangeError);
    expect(() => bootstrapTable({ human: [0, 1], judge: [0] }, options)).toThrow(RangeError);
    expect(() => bootstrapTable({ human: [0], judge: [0], cluster: [] }, options)).toThrow(RangeError);
    expect(() => bootstrapTable({ human: [0], judge: [0] }, { ...options, resamples: 0 })).toThrow(RangeError);
    expect(() => bootstrapTable({ human: [0], judge: [0] }, { values: [2, 1], pass: 2 })).toThrow(RangeError);
  });
});

describe('bootstrapScores', () => {
  it('gives what the table gives, where no categories are needed', () => {
    const samples = toSamples(120, 2);
    const scored = (places: readonly number[]) => places.map((place) => values[place] ?? 0);
    const options = { pass, resamples: 200 };
    const ofTable = bootstrapTable(samples, { ...options, values });
    const ofScores = bootstrapScores(
      { human: scored(samples.human), judge: scored(samples.judge), cluster: samples.cluster },
      options,
    );
    for (const [name, metric] of Object.entries(ofScores)) {
      // The metrics of scores are among those of tables.
      const other = ofTable[name as MetricName];
      for (const key of ['value', 'low', 'high', 'n'] as const) expect(metric[key]).toBeCloseTo(other[key] ?? 9, 9);
    }
    expect(Object.keys(ofScores)).not.toContain('kappa');
  });

  it('takes scores of any kind', () => {
    const { mae, bias, tpr, tnr } = bootstrapScores({ human: [0.2, 0.9, 0.5], judge: [0.3, 0.7, 0.45] }, { pass: 0.5 });
    // distances 0.1, 0.2, 0.05
    expect(mae.value).toBeCloseTo(0.35 / 3, 12);
    expect(bias.value).toBeCloseTo(-0.15 / 3, 12);
    expect([tpr.value, tpr.n, tnr.value, tnr.n]).toEqual([0.5, 2, 1, 1]);
  });

  it('rejects a value that is not a number', () => {
    expect(() => bootstrapScores({ human: [Number.NaN], judge: [1] }, { pass: 1 })).toThrow(RangeError);
  });
});
