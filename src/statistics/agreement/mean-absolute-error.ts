import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * Mean distance of the two scores: the mean of |judge − human|, in points of the scale.
 *
 * Edges: no pairs → null, with a reason.
 *
 * @example meanAbsoluteError([[3, 1], [2, 2]], [0, 1])  // { value: 0.375 }
 */
export function meanAbsoluteError(table: ContingencyTable, values: readonly number[]): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(meanAbsoluteErrorOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function meanAbsoluteErrorOf({ n, differences, counts }: PairCounts): number {
  let sum = 0;
  for (let cell = 0; cell < counts.length; cell++) sum += (counts[cell] ?? 0) * Math.abs(differences[cell] ?? 0);
  return sum / n;
}
