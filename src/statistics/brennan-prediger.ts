import { type ChanceCorrected, oneCategory, toChanceCorrected, toObservedAgreement } from './chance-corrected.ts';
import type { KappaOptions } from './cohen-kappa.ts';
import { checkRatingCounts, type RatingCounts } from './rating-counts.ts';
import { toRatingWeights } from './rating-weights.ts';

/**
 * Brennan and Prediger's coefficient: agreement above that of raters who know nothing, so that all q categories are alike.
 *
 * expected = Σ w_kl / q², which is 1/q without weights. The categories are those there are, given or not: a longer scale
 * makes the same agreement worth more.
 * Edges: no unit with two ratings, or one category → null, with a reason.
 * Source: R. L. Brennan, D. J. Prediger, "Coefficient kappa: some uses, misuses, and alternatives", Educational and
 * Psychological Measurement 41 (1981); weights and missing ratings: K. L. Gwet, "Handbook of Inter-Rater Reliability" (2014).
 *
 * @example brennanPrediger([[7, 1], [3, 5]])  // { value: 0.214…, observed: 0.607…, expected: 0.5, n: 2 }
 */
export function brennanPrediger(counts: RatingCounts, options: KappaOptions = {}): ChanceCorrected {
  const categories = checkRatingCounts(counts);
  const weights = toRatingWeights(categories, options);
  const observed = toObservedAgreement(counts, weights);
  if (categories === 1) return { value: null, ...observed, expected: 1, why: oneCategory };
  return toChanceCorrected(observed, sumOfWeights(weights) / categories ** 2);
}

export function sumOfWeights(weights: readonly (readonly number[])[]): number {
  return weights.flat().reduce((sum, weight) => sum + weight, 0);
}
