import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * Share of pairs with the same score twice: Σ nᵢᵢ / n. Chance alone can make it high, see `cohenKappa`.
 *
 * Edges: no pairs → null, with a reason.
 *
 * @example exactAgreement([[20, 5], [10, 15]])  // { value: 0.7 }
 */
export function exactAgreement(table: ContingencyTable): PointEstimate {
  const pairs = toPairCounts(table);
  return toPointEstimate(exactOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function exactOf({ n, differences, counts }: PairCounts): number {
  let same = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    if (differences[cell] === 0) same += counts[cell] ?? 0;
  }
  return same / n;
}
