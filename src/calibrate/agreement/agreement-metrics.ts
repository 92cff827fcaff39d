import { allAlike, noPairs, oneCategory, toChanceCorrected } from '../../statistics/agreement/chance-corrected.ts';
import { kappaOf } from '../../statistics/agreement/cohen-kappa.ts';
import { noRatio, toAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import type { PairCounts } from '../../statistics/agreement/pair-counts.ts';
import { sumNominal, sumOrdinal, sumRatio, sumSquares } from '../../statistics/agreement/rating-codes.ts';
import { scottPiOf } from '../../statistics/agreement/scott-pi.ts';
import type { PointEstimate } from '../../statistics/estimate.ts';
import type { AgreementKey } from './agreement-result.ts';
import type { RaterTable } from './rater-tables.ts';
import type { UnitSums } from './unit-sums.ts';

/** All ratings, or a resample of them. */
export interface WeighedRatings {
  readonly sums: UnitSums;
  readonly tables: readonly RaterTable[];
}

/** Every metric of `agreement()`. */
export const agreementMetrics: Readonly<Record<AgreementKey, (ratings: WeighedRatings) => PointEstimate>> = {
  percentAgreement: ({ sums }) => unitMetrics.percentAgreement(sums),
  cohenKappa: overPairs('none', (pairs) => kappaOf(pairs, 'none')),
  kappaLinear: overPairs('linear', (pairs) => kappaOf(pairs, 'linear')),
  kappaQuadratic: overPairs('quadratic', (pairs) => kappaOf(pairs, 'quadratic')),
  scottPi: overPairs('pi', scottPiOf),
  fleissKappa: ({ sums }) => unitMetrics.fleissKappa(sums),
  alphaNominal: ({ sums }) => unitMetrics.alphaNominal(sums),
  alphaOrdinal: ({ sums }) => unitMetrics.alphaOrdinal(sums),
  alphaInterval: ({ sums }) => unitMetrics.alphaInterval(sums),
  alphaRatio: ({ sums }) => unitMetrics.alphaRatio(sums),
  gwetAc1: ({ sums }) => unitMetrics.gwetAc1(sums),
  gwetAc2Quadratic: ({ sums }) => unitMetrics.gwetAc2Quadratic(sums),
  brennanPrediger: ({ sums }) => unitMetrics.brennanPrediger(sums),
};

/** Mean over every two raters for whom the metric is defined: `compute` gives NaN where it is not. */
function overPairs(name: string, compute: (pairs: PairCounts) => number): (ratings: WeighedRatings) => PointEstimate {
  return ({ tables }) => {
    let sum = 0;
    let count = 0;
    for (const { pairs, known } of tables) {
      const value = known.get(name) ?? compute(pairs);
      known.set(name, value);
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
    if (count > 0) return { value: sum / count };
    return { value: null, why: tables.some(({ pairs }) => pairs.n > 0) ? allAlike : noPairs };
  };
}

/** The metrics that do not ask who rated: as the statistics of the same names, from sums that a resample can reweight. */
export const unitMetrics = {
  percentAgreement: toPercentAgreement,
  fleissKappa: (sums: UnitSums) => toCorrected(sums, sums.concentration),
  alphaNominal: (sums: UnitSums) => toLevelAlpha(sums, sums.nominal, sumNominal(sums.totals)),
  alphaOrdinal: (sums: UnitSums) => toLevelAlpha(sums, sums.ordinal, sumOrdinal(sums.totals, sums.midRanks)),
  alphaInterval: (sums: UnitSums) => toLevelAlpha(sums, sums.interval, sumInterval(sums)),
  alphaRatio: toAlphaRatio,
  gwetAc1: (sums: UnitSums) => whereCategories(sums, (q) => toCorrected(sums, (1 - sums.concentration) / (q - 1))),
  gwetAc2Quadratic: (sums: UnitSums) => whereCategories(sums, (q) => toGwetAc2(sums, q)),
  brennanPrediger: (sums: UnitSums) => whereCategories(sums, (q) => toCorrected(sums, 1 / q)),
} as const satisfies Partial<Record<AgreementKey, (sums: UnitSums) => PointEstimate>>;

function toPercentAgreement({ units, alike }: UnitSums): PointEstimate {
  return units === 0 ? { value: null, why: noPairs } : { value: alike / units };
}

function toCorrected({ units, alike }: UnitSums, expected: number): PointEstimate {
  return toChanceCorrected({ observed: units === 0 ? null : alike / units, n: units }, expected);
}

function whereCategories({ units, values }: UnitSums, compute: (categories: number) => PointEstimate): PointEstimate {
  if (units === 0) return { value: null, why: noPairs };
  return values.length < 2 ? { value: null, why: oneCategory } : compute(values.length);
}

function toGwetAc2({ units, apart, values, concentration }: UnitSums, q: number): PointEstimate {
  const furthest = ((values.at(-1) ?? 0) - (values[0] ?? 0)) ** 2;
  const once = new Float64Array(q + 1).fill(1, 1);
  const weights = q * q - sumSquares(once, (code) => (values[code - 1] ?? 0) - (values[0] ?? 0)) / furthest;
  const expected = (weights * (1 - concentration)) / (q * (q - 1));
  return toChanceCorrected({ observed: 1 - apart / units / furthest, n: units }, expected);
}

function toLevelAlpha({ units, ratings, totals }: UnitSums, within: number, between: number): PointEstimate {
  if (units > 0 && totals.filter((total) => total > 0).length < 2) return { value: null, why: allAlike };
  return toAlpha({ within, between, ratings, units });
}

function sumInterval({ totals, values }: UnitSums): number {
  return sumSquares(totals, (code) => (values[code - 1] ?? 0) - (values[0] ?? 0));
}

function toAlphaRatio(sums: UnitSums): PointEstimate {
  const lowest = sums.values[0] ?? 0;
  return lowest < 0 ? noRatio(lowest) : toLevelAlpha(sums, sums.ratio, sumRatio(sums.totals, sums.values));
}
