import { allAlike, noPairs } from '../../statistics/chance-corrected.ts';
import { kappaOf } from '../../statistics/cohen-kappa.ts';
import type { Metric } from '../../statistics/metric.ts';
import type { PairCounts } from '../../statistics/pair-counts.ts';
import { scottPiOf } from '../../statistics/scott-pi.ts';
import type { AgreementKey } from './agreement-keys.ts';
import type { RaterTable } from './rater-tables.ts';
import { unitMetrics } from './unit-metrics.ts';
import type { UnitSums } from './unit-sums.ts';

/** All ratings, or a resample of them. */
export interface WeighedRatings {
  readonly sums: UnitSums;
  readonly tables: readonly RaterTable[];
}

/** Every metric of `agreement()`. */
export const agreementMetrics: Readonly<Record<AgreementKey, (ratings: WeighedRatings) => Metric>> = {
  percent_agreement: ({ sums }) => unitMetrics.percent_agreement(sums),
  cohen_kappa: overPairs('none', (pairs) => kappaOf(pairs, 'none')),
  kappa_linear: overPairs('linear', (pairs) => kappaOf(pairs, 'linear')),
  kappa_quadratic: overPairs('quadratic', (pairs) => kappaOf(pairs, 'quadratic')),
  scott_pi: overPairs('pi', scottPiOf),
  fleiss_kappa: ({ sums }) => unitMetrics.fleiss_kappa(sums),
  alpha_nominal: ({ sums }) => unitMetrics.alpha_nominal(sums),
  alpha_ordinal: ({ sums }) => unitMetrics.alpha_ordinal(sums),
  alpha_interval: ({ sums }) => unitMetrics.alpha_interval(sums),
  alpha_ratio: ({ sums }) => unitMetrics.alpha_ratio(sums),
  gwet_ac1: ({ sums }) => unitMetrics.gwet_ac1(sums),
  gwet_ac2_quadratic: ({ sums }) => unitMetrics.gwet_ac2_quadratic(sums),
  brennan_prediger: ({ sums }) => unitMetrics.brennan_prediger(sums),
};

/** Mean over every two raters for whom the metric is defined: `compute` gives NaN where it is not. */
function overPairs(name: string, compute: (pairs: PairCounts) => number): (ratings: WeighedRatings) => Metric {
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
