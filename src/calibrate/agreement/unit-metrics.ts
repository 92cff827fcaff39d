import { allAlike, noPairs, oneCategory, toChanceCorrected } from '../../statistics/chance-corrected.ts';
import { noRatio, toAlpha } from '../../statistics/krippendorff-alpha.ts';
import type { Metric } from '../../statistics/metric.ts';
import { sumNominal, sumOrdinal, sumRatio, sumSquares } from '../../statistics/rating-sums.ts';
import type { AgreementKey } from './agreement-keys.ts';
import type { UnitSums } from './unit-sums.ts';

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
} as const satisfies Partial<Record<AgreementKey, (sums: UnitSums) => Metric>>;

function toPercentAgreement({ units, alike }: UnitSums): Metric {
  return units === 0 ? { value: null, why: noPairs } : { value: alike / units };
}

function toCorrected({ units, alike }: UnitSums, expected: number): Metric {
  return toChanceCorrected({ observed: units === 0 ? null : alike / units, n: units }, expected);
}

function whereCategories({ units, values }: UnitSums, compute: (categories: number) => Metric): Metric {
  if (units === 0) return { value: null, why: noPairs };
  return values.length < 2 ? { value: null, why: oneCategory } : compute(values.length);
}

function toGwetAc2({ units, apart, values, concentration }: UnitSums, q: number): Metric {
  const furthest = ((values.at(-1) ?? 0) - (values[0] ?? 0)) ** 2;
  const once = new Float64Array(q + 1).fill(1, 1);
  const weights = q * q - sumSquares(once, (code) => (values[code - 1] ?? 0) - (values[0] ?? 0)) / furthest;
  const expected = (weights * (1 - concentration)) / (q * (q - 1));
  return toChanceCorrected({ observed: 1 - apart / units / furthest, n: units }, expected);
}

function toLevelAlpha({ units, ratings, totals }: UnitSums, within: number, between: number): Metric {
  if (units > 0 && totals.filter((total) => total > 0).length < 2) return { value: null, why: allAlike };
  return toAlpha({ within, between, ratings, units });
}

function sumInterval({ totals, values }: UnitSums): number {
  return sumSquares(totals, (code) => (values[code - 1] ?? 0) - (values[0] ?? 0));
}

function toAlphaRatio(sums: UnitSums): Metric {
  const lowest = sums.values[0] ?? 0;
  return lowest < 0 ? noRatio(lowest) : toLevelAlpha(sums, sums.ratio, sumRatio(sums.totals, sums.values));
}
