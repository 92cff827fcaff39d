import { sumOfWeights } from './brennan-prediger.ts';
import {
  type ChanceCorrected,
  oneCategory,
  toCategoryShares,
  toChanceCorrected,
  toObservedAgreement,
} from './chance-corrected.ts';
import type { KappaOptions } from './cohen-kappa.ts';
import { checkRatingCounts, type RatingCounts } from './rating-counts.ts';
import { toRatingWeights } from './rating-weights.ts';

/**
 * Gwet's AC1, and AC2 with weights: agreement above that of raters who guess, as far as ratings look like guesses.
 *
 * With p_k the mean share of category k and q categories: expected = Σ w_kl · Σ p_k·(1 − p_k) / (q·(q − 1)). When nearly
 * all get one score, chance is small: that is why it does not fall as κ does when a score is rare.
 * Edges: no unit with two ratings, or one category → null, with a reason. A unit with one rating counts for the shares only.
 * Source: K. L. Gwet, "Computing inter-rater reliability and its variance in the presence of high agreement", British
 * Journal of Mathematical and Statistical Psychology 61 (2008); weights and missing ratings: "Handbook of Inter-Rater
 * Reliability" (4th edition, 2014).
 *
 * @example gwetAc([[2, 0], [2, 0], [1, 1]])                           // AC1
 * @example gwetAc([[2, 0, 0], [1, 1, 0]], { weights: 'quadratic' })   // AC2
 */
export function gwetAc(counts: RatingCounts, options: KappaOptions = {}): ChanceCorrected {
  const categories = checkRatingCounts(counts);
  const weights = toRatingWeights(categories, options);
  const observed = toObservedAgreement(counts, weights);
  if (categories === 1) return { value: null, ...observed, expected: 1, why: oneCategory };
  const spread = toCategoryShares(counts).reduce((sum, share) => sum + share * (1 - share), 0);
  return toChanceCorrected(observed, (sumOfWeights(weights) * spread) / (categories * (categories - 1)));
}
