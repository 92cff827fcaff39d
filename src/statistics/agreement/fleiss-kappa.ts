import { type ChanceCorrected, toCategoryShares, toChanceCorrected, toObservedAgreement } from './chance-corrected.ts';
import type { KappaOptions } from './cohen-kappa.ts';
import { checkRatingCounts, type RatingCounts, toRatingWeights } from './rating-counts.ts';

/**
 * Fleiss' κ: agreement of many raters above that of raters who draw from one urn filled with all ratings.
 *
 * With p_k the mean share of category k: expected = Σ w_kl·p_k·p_l. Weights make near scores agree in part. With two
 * raters it is Scott's π. Units may have different numbers of raters: each counts once, as Gwet generalizes it.
 * Edges: no unit with two ratings, or every rating the same → null, with a reason. A unit with one rating counts for the
 * shares only.
 * Source: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971); missing
 * ratings and weights: K. L. Gwet, "Handbook of Inter-Rater Reliability" (4th edition, 2014), chapters 2 and 3.
 *
 * @example fleissKappa([[7, 1], [3, 5]])  // { value: 0.161…, observed: 0.607…, expected: 0.53125, n: 2 }
 */
export function fleissKappa(counts: RatingCounts, options: KappaOptions = {}): ChanceCorrected {
  const weights = toRatingWeights(checkRatingCounts(counts), options);
  const shares = toCategoryShares(counts);
  const expected = shares.reduce(
    (sum, share, row) =>
      sum + shares.reduce((inner, other, column) => inner + share * other * weightAt(row, column), 0),
    0,
  );
  return toChanceCorrected(toObservedAgreement(counts, weights), expected);

  function weightAt(row: number, column: number): number {
    return weights[row]?.[column] ?? 0;
  }
}
