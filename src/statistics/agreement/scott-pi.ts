import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { observedDisagreement } from './disagreement.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * Scott's π: as Cohen's κ, but chance is one distribution of scores for both raters, so that it does not matter which rater gave
 * which. It is never above κ.
 *
 * π = 1 − (share that differs) / (1 − Σ qᵢ²), with qᵢ = (rowᵢ + columnᵢ)/2n.
 * Edges: no pairs, or one score only → null, with a reason.
 * Source: W. A. Scott, "Reliability of content analysis: the case of nominal scale coding", Public Opinion Quarterly 19
 * (1955).
 *
 * @example scottPi([[20, 5], [10, 15]])  // { value: 0.393… }
 */
export function scottPi(table: ContingencyTable): PointEstimate {
  const pairs = toPairCounts(table);
  return toPointEstimate(scottPiOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function scottPiOf(pairs: PairCounts): number {
  const { n, scores, rows, columns } = pairs;
  if (scores < 2) return Number.NaN;
  let squares = 0;
  for (let place = 0; place < rows.length; place++) squares += ((rows[place] ?? 0) + (columns[place] ?? 0)) ** 2;
  return 1 - (4 * n * observedDisagreement(pairs, 'none')) / (4 * n * n - squares);
}
