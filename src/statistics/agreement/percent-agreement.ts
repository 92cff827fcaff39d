import type { PointEstimate } from '../estimate.ts';
import { noPairs, type ObservedAgreement, toObservedAgreement } from './chance-corrected.ts';
import type { KappaOptions } from './cohen-kappa.ts';
import { checkRatingCounts, type RatingCounts, toRatingWeights } from './rating-counts.ts';

/**
 * How often two raters of a unit agree: the share of pairs that do, a unit at a time, then the mean over units.
 *
 * With two raters it is the share of units on which they agree. Not corrected for chance: two raters who always say yes agree fully.
 * Edges: units with fewer than two ratings do not count; without others → null, with a reason.
 * Source: K. L. Gwet, "Handbook of Inter-Rater Reliability" (4th edition, 2014), chapter 2.
 *
 * @example percentAgreement([[2, 0], [1, 1]])  // { value: 0.5, n: 2 }
 */
export function percentAgreement(
  counts: RatingCounts,
  options: KappaOptions = {},
): PointEstimate & Pick<ObservedAgreement, 'n'> {
  const weights = toRatingWeights(checkRatingCounts(counts), options);
  const { observed, n } = toObservedAgreement(counts, weights);
  return observed === null ? { value: null, n, why: noPairs } : { value: observed, n };
}
