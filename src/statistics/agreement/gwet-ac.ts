import type { PointEstimate } from '../estimate.ts';
import { sumOfWeights } from './brennan-prediger.ts';
import {
  type ChanceCorrected,
  oneCategory,
  toCategoryShares,
  toChanceCorrected,
  toObservedAgreement,
} from './chance-corrected.ts';
import type { KappaOptions } from './cohen-kappa.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type AgreementWeights, weightedAgreement, weightTotal } from './disagreement.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';
import { checkRatingCounts, type RatingCounts, toRatingWeights } from './rating-counts.ts';

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

/**
 * Gwet's AC1 of two raters (`weights: 'none'`) and AC2 (`linear`, `quadratic`), from their table: agreement beyond
 * chance, where chance stays small when nearly all scores are the same. So it can be high for a judge that always gives
 * one score: never trust it alone.
 *
 * AC = (a − e)/(1 − e) with w(i, j) = 1 − d(i, j)/largest d on the scale, a = Σ w(i, j)·nᵢⱼ/n,
 * e = Σᵢⱼ w(i, j) / (q·(q − 1)) · Σ πᵢ·(1 − πᵢ), πᵢ = (rowᵢ + columnᵢ)/2n, and q scores on the scale, used or not.
 * Edges: no pairs, or a scale of one score → null, with a reason.
 * Source: K. L. Gwet, "Computing inter-rater reliability and its variance in the presence of high agreement", British
 * Journal of Mathematical and Statistical Psychology 61 (2008); AC2: "Handbook of Inter-Rater Reliability" (4th ed., 2014).
 *
 * @example gwetOfTable([[90, 0], [10, 0]])  // { value: 0.889… }, where κ is 0
 */
export function gwetOfTable(table: ContingencyTable, { weights = 'none', values }: KappaOptions = {}): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(gwetOf(pairs, weights), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function gwetOf(pairs: PairCounts, weights: AgreementWeights): number {
  const { n, values, rows, columns } = pairs;
  const q = values.length;
  if (q < 2 || n === 0) return Number.NaN;
  let mixed = 0;
  for (let place = 0; place < q; place++) {
    const share = ((rows[place] ?? 0) + (columns[place] ?? 0)) / (2 * n);
    mixed += share * (1 - share);
  }
  const chance = (weightTotal(values, weights) / (q * (q - 1))) * mixed;
  return (weightedAgreement(pairs, weights) - chance) / (1 - chance);
}
