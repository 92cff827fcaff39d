import type { PointEstimate } from '../estimate.ts';
import { type ChanceCorrected, oneCategory, toChanceCorrected, toObservedAgreement } from './chance-corrected.ts';
import type { KappaOptions } from './cohen-kappa.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type AgreementWeights, weightedAgreement, weightTotal } from './disagreement.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';
import { checkRatingCounts, type RatingCounts, toRatingWeights } from './rating-counts.ts';

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

/**
 * Brennan and Prediger's coefficient of two raters, from their table: agreement beyond a chance that gives every score of
 * the scale alike, used or not. It does not depend on which scores are common.
 *
 * (a − e)/(1 − e) with a = Σ w(i, j)·nᵢⱼ/n and e = Σᵢⱼ w(i, j)/q²; without weights e is 1/q. Weights as `gwetOfTable`.
 * Edges: no pairs, or a scale of one score → null, with a reason.
 * Source: R. L. Brennan, D. J. Prediger, "Coefficient kappa: some uses, misuses, and alternatives", Educational and
 * Psychological Measurement 41 (1981).
 *
 * @example brennanPredigerOfTable([[20, 5], [10, 15]])  // (0.7 − 0.5)/0.5 = 0.4
 */
export function brennanPredigerOfTable(
  table: ContingencyTable,
  { weights = 'none', values }: KappaOptions = {},
): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(brennanPredigerOf(pairs, weights), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function brennanPredigerOf(pairs: PairCounts, weights: AgreementWeights): number {
  const q = pairs.values.length;
  if (q < 2 || pairs.n === 0) return Number.NaN;
  const chance = weightTotal(pairs.values, weights) / (q * q);
  return (weightedAgreement(pairs, weights) - chance) / (1 - chance);
}
