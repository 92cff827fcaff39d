import { allAlike, noPairs } from '../../statistics/chance-corrected.ts';
import { kappaOf } from '../../statistics/cohen-kappa.ts';
import type { Figure } from '../../statistics/figure.ts';
import type { PairCounts } from '../../statistics/pair-counts.ts';
import { scottPiOf } from '../../statistics/scott-pi.ts';
import type { AgreementKey } from './agreement-keys.ts';
import type { RaterTable } from './rater-tables.ts';
import { unitFigures } from './unit-figures.ts';
import type { UnitSums } from './unit-sums.ts';

/** All ratings, or a resample of them. */
export interface WeighedRatings {
  readonly sums: UnitSums;
  readonly tables: readonly RaterTable[];
}

/** Every figure of `agreement()`. */
export const agreementFigures: Readonly<Record<AgreementKey, (ratings: WeighedRatings) => Figure>> = {
  percent_agreement: ({ sums }) => unitFigures.percent_agreement(sums),
  cohen_kappa: overPairs('none', (pairs) => kappaOf(pairs, 'none')),
  kappa_linear: overPairs('linear', (pairs) => kappaOf(pairs, 'linear')),
  kappa_quadratic: overPairs('quadratic', (pairs) => kappaOf(pairs, 'quadratic')),
  scott_pi: overPairs('pi', scottPiOf),
  fleiss_kappa: ({ sums }) => unitFigures.fleiss_kappa(sums),
  alpha_nominal: ({ sums }) => unitFigures.alpha_nominal(sums),
  alpha_ordinal: ({ sums }) => unitFigures.alpha_ordinal(sums),
  alpha_interval: ({ sums }) => unitFigures.alpha_interval(sums),
  alpha_ratio: ({ sums }) => unitFigures.alpha_ratio(sums),
  gwet_ac1: ({ sums }) => unitFigures.gwet_ac1(sums),
  gwet_ac2_quadratic: ({ sums }) => unitFigures.gwet_ac2_quadratic(sums),
  brennan_prediger: ({ sums }) => unitFigures.brennan_prediger(sums),
};

/** Mean over every two raters for whom the figure is defined: `compute` gives NaN where it is not. */
function overPairs(name: string, compute: (pairs: PairCounts) => number): (ratings: WeighedRatings) => Figure {
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
