import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * √ of the mean of (judge − human)², in points of the scale. Never below `meanAbsoluteError`; far above it where few
 * errors are large.
 *
 * Edges: no pairs → null, with a reason.
 *
 * @example rootMeanSquareError([[3, 0, 1], [0, 0, 0], [0, 0, 0]], [1, 2, 3])  // { value: 1 }
 */
export function rootMeanSquareError(table: ContingencyTable, values: readonly number[]): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(rootMeanSquareErrorOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function rootMeanSquareErrorOf({ n, differences, counts }: PairCounts): number {
  let sum = 0;
  for (let cell = 0; cell < counts.length; cell++) sum += (counts[cell] ?? 0) * (differences[cell] ?? 0) ** 2;
  return Math.sqrt(sum / n);
}
