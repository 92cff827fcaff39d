import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/** Scores such as 0.3 and 1.3 have no exact binary form. Their distance is still 1. */
export function isWithinOne(distance: number): boolean {
  return Math.abs(distance) <= 1 + 1e-9;
}

/**
 * Share of pairs whose scores are no more than 1 apart. `values` are the scores of the scale: on a scale of 0 to 1 all
 * pairs are, and on one in steps of 2 only equal ones.
 *
 * Edges: no pairs → null, with a reason.
 *
 * @example withinOne([[3, 1, 1], [0, 2, 0], [0, 0, 1]], [1, 2, 3])  // { value: 0.875 }
 */
export function withinOne(table: ContingencyTable, values: readonly number[]): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(withinOneOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function withinOneOf({ n, differences, counts }: PairCounts): number {
  let near = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    if (isWithinOne(differences[cell] ?? 0)) near += counts[cell] ?? 0;
  }
  return near / n;
}
