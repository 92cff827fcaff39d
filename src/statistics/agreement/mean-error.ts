import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * Bias: the mean of judge − human. Above 0 the judge is too kind, below 0 too strict; 0 may also be errors of both
 * kinds that cancel, see `meanAbsoluteError`.
 *
 * Edges: no pairs → null, with a reason.
 *
 * @example meanError([[3, 1], [0, 4]], [0, 1])  // { value: 0.125 }
 */
export function meanError(table: ContingencyTable, values: readonly number[]): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(meanErrorOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function meanErrorOf({ n, differences, counts }: PairCounts): number {
  let sum = 0;
  for (let cell = 0; cell < counts.length; cell++) sum += (counts[cell] ?? 0) * (differences[cell] ?? 0);
  return sum / n;
}
