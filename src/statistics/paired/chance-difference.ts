import { normalQuantile } from '../rates/normal-quantile.ts';

export interface RepeatedRuns {
  /** Chance that two plays of one case have different results, see `flipRate`. */
  readonly flipRate: number;
  readonly cases: number;
  /** Plays of each case in each of the two runs; 1 when absent. */
  readonly repeats?: number;
  /** 0.05 when absent. */
  readonly alpha?: number;
}

/**
 * The smallest difference of pass rates that two runs of the same target on the same cases reach with a chance below
 * `alpha`: noise alone stays below it in 95% of comparisons.
 *
 * The difference of one pair of plays is 1 or −1 with probability f and 0 otherwise, so the sum over n = cases · repeats
 * has the variance f·n. It is a whole number, hence the continuity correction: k = ⌈z₁₋ᵅᐟ²·√(f·n) + ½⌉, and the difference
 * is k/n, at most 1. With a flip rate estimated from 5 plays of each case it is reached in 3 to 5% of comparisons.
 * Edges: a flip rate of 0 gives 1/n: without noise any difference is more than chance. Where nothing flipped in few
 * plays, use the upper end of the rate's interval. A rate outside 0 to 1, and no cases or plays, are a RangeError.
 * Source: M. Miller, "Adding error bars to evals" (2024), arXiv:2411.00640; the correction: A. L. Edwards, "Note on the
 * 'correction for continuity' in testing the significance of the difference between correlated proportions",
 * Psychometrika 13 (1948).
 *
 * @example chanceDifference({ flipRate: 0.2, cases: 100 })  // ⌈1.96·√20 + ½⌉/100 = 0.1
 */
export function chanceDifference({ flipRate, cases, repeats = 1, alpha = 0.05 }: RepeatedRuns): number {
  if (!(flipRate >= 0 && flipRate <= 1) || !(cases > 0) || !(repeats > 0)) {
    throw new RangeError(`chanceDifference needs a rate and cases, got ${flipRate}, ${cases} cases, ${repeats} plays`);
  }
  const plays = cases * repeats;
  return Math.min(1, Math.ceil(normalQuantile(1 - alpha / 2) * Math.sqrt(flipRate * plays) + 0.5) / plays);
}
