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
