import { brennanPrediger } from './brennan-prediger.ts';
import type { ChanceCorrected } from './chance-corrected.ts';
import type { RatingCounts } from './rating-counts.ts';

/**
 * Randolph's free-marginal κ of many raters: (observed − 1/q) / (1 − 1/q) for q categories.
 *
 * It is Brennan and Prediger's coefficient without weights, under the name it has among many raters.
 * Edges: as there.
 * Source: J. J. Randolph, "Free-marginal multirater kappa: an alternative to Fleiss' fixed-marginal multirater kappa" (2005).
 *
 * @example randolphKappa([[7, 1], [3, 5]])  // { value: 0.214…, observed: 0.607…, expected: 0.5, n: 2 }
 */
export function randolphKappa(counts: RatingCounts): ChanceCorrected {
  return brennanPrediger(counts);
}
