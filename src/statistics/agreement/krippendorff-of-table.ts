import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { meanOf, observedDisagreement, squaresOf } from './disagreement.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

/** What distances of scores mean: nothing, their order, or as they are. */
export type TwoRaterLevel = 'nominal' | 'ordinal' | 'interval';

/**
 * Krippendorff's α of two raters who both scored everything, from their table; for more raters and missing scores see
 * `krippendorffAlpha`. 1 is perfect, 0 is chance; `ordinal` and `interval` take near misses for less.
 *
 * With N = 2n scores in all, cᵢ of them at i: α = 1 − 2·(N − 1)·Σ nᵢⱼ·d²(i, j) / Σᵢⱼ cᵢ·cⱼ·d²(i, j), where d² is 1 for
 * scores that differ (nominal), the squared distance of the scores (interval), or of their mid-ranks among all N
 * (ordinal).
 * Edges: no pairs, or one score only → null, with a reason. One pair that differs has α = 0.
 * Source: K. Krippendorff, "Computing Krippendorff's alpha-reliability" (2011).
 *
 * @example krippendorffOfTable([[5, 3], [1, 1]], [0, 1], 'nominal')  // { value: 0.095… }
 */
export function krippendorffOfTable(
  table: ContingencyTable,
  values: readonly number[],
  level: TwoRaterLevel,
): PointEstimate {
  const pairs = toPairCounts(table, values);
  return toPointEstimate(alphaOf(pairs, level), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function alphaOf(pairs: PairCounts, level: TwoRaterLevel): number {
  if (pairs.scores < 2) return Number.NaN;
  const [pooled, ranks] = pairs.scratch;
  for (let place = 0; place < pooled.length; place++) {
    pooled[place] = (pairs.rows[place] ?? 0) + (pairs.columns[place] ?? 0);
  }
  const all = 2 * pairs.n;
  if (level === 'nominal') {
    return toAlpha(all, 2 * observedDisagreement(pairs, 'none'), all * all - sumOfSquares(pooled));
  }
  if (level === 'interval') return toAlpha(all, 2 * observedDisagreement(pairs, 'quadratic'), crossed(pooled, pairs));
  writeMidRanks(pooled, ranks);
  return toAlpha(all, 2 * squaredRankDistances(pairs, ranks), crossed(pooled, { values: ranks, n: pairs.n }));
}

function toAlpha(all: number, observed: number, expected: number): number {
  return 1 - ((all - 1) * observed) / expected;
}

/** Σᵢⱼ cᵢ·cⱼ·(vᵢ − vⱼ)² = 2N·Σ cᵢ·(vᵢ − mean)². */
function crossed(pooled: Float64Array, { values, n }: Pick<PairCounts, 'values' | 'n'>): number {
  return 4 * n * squaresOf(pooled, values, meanOf(pooled, values, 2 * n));
}

function sumOfSquares(counts: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < counts.length; place++) sum += (counts[place] ?? 0) ** 2;
  return sum;
}

/** For each score, half of those at it and all below it: ranks, except for a constant. */
export function writeMidRanks(counts: Float64Array, ranks: Float64Array): void {
  let below = 0;
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] ?? 0;
    ranks[place] = below + count / 2;
    below += count;
  }
}

function squaredRankDistances({ human, judge, counts }: PairCounts, ranks: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    const distance = (ranks[judge[cell] ?? 0] ?? 0) - (ranks[human[cell] ?? 0] ?? 0);
    sum += (counts[cell] ?? 0) * distance * distance;
  }
  return sum;
}
