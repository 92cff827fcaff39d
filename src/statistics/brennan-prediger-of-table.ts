import type { KappaOptions } from './cohen-kappa.ts';
import type { ContingencyTable } from './contingency-table.ts';
import type { AgreementWeights } from './disagreement.ts';
import type { Metric } from './metric.ts';
import { type PairCounts, toMetric, toPairCounts } from './pair-counts.ts';
import { weightedAgreement, weightTotal } from './weighted-agreement.ts';

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
): Metric {
  const pairs = toPairCounts(table, values);
  return toMetric(brennanPredigerOf(pairs, weights), pairs);
}

/** The same of counted pairs; NaN where it is undefined. */
export function brennanPredigerOf(pairs: PairCounts, weights: AgreementWeights): number {
  const q = pairs.values.length;
  if (q < 2 || pairs.n === 0) return Number.NaN;
  const chance = weightTotal(pairs.values, weights) / (q * q);
  return (weightedAgreement(pairs, weights) - chance) / (1 - chance);
}
