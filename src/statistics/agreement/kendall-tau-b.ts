import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type PairCounts, pairScores, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * Kendall's τ-b: of two conversations at random, how much likelier do judge and people put them in the same order than
 * in the reverse? 1 always the same, −1 always the reverse.
 *
 * (concordant − discordant) / √((m − ties of people)·(m − ties of the judge)), of m = n·(n − 1)/2 couples of pairs.
 * Edges: no pairs, or a rater who always gives one score → null, with a reason that names the rater.
 * Source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945). In n·log n as W. R. Knight,
 * JASA 61 (1966), with the sums of P. M. Fenwick, Software: Practice and Experience 24 (1994).
 *
 * @example kendallTauB([1, 2, 3, 4], [1, 3, 2, 4])  // (5 − 1)/6 = 0.667
 */
export function kendallTauB(human: readonly number[], judge: readonly number[]): PointEstimate {
  const { pairs } = pairScores(human, judge);
  return toPointEstimate(kendallOf(pairs), pairs);
}

/** Takes a table whose rows and columns are in rising order. */
export function kendallTauBOfTable(table: ContingencyTable): PointEstimate {
  const pairs = toPairCounts(table);
  return toPointEstimate(kendallOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function kendallOf(pairs: PairCounts): number {
  if (pairs.humanScores < 2 || pairs.judgeScores < 2) return Number.NaN;
  const untied = Math.sqrt(countUntied(pairs.rows, pairs.n) * countUntied(pairs.columns, pairs.n));
  return Math.max(-1, Math.min(1, (2 * concordantLessDiscordant(pairs)) / untied));
}

/** Twice the couples that are not tied. */
function countUntied(counts: Float64Array, n: number): number {
  let tied = 0;
  for (let place = 0; place < counts.length; place++) tied += (counts[place] ?? 0) ** 2;
  return n * n - tied;
}

/** Row by row: each cell meets the cells of lower rows, those left of it for, those right of it against. */
function concordantLessDiscordant({ human, judge, counts, scratch }: PairCounts): number {
  const [sums] = scratch;
  sums.fill(0);
  let [score, lower, rowStart] = [0, 0, 0];
  for (let cell = 0; cell <= counts.length; cell++) {
    if (cell === counts.length || human[cell] !== human[rowStart]) {
      for (; rowStart < cell; rowStart++) {
        addAt(sums, judge[rowStart] ?? 0, counts[rowStart] ?? 0);
        lower += counts[rowStart] ?? 0;
      }
    }
    if (cell === counts.length) break;
    const column = judge[cell] ?? 0;
    score += (counts[cell] ?? 0) * (sumBefore(sums, column) + sumBefore(sums, column + 1) - lower);
  }
  return score;
}

/** Sums of a Fenwick tree: place p − 1 contains the last p & −p counts up to p. */
function addAt(sums: Float64Array, place: number, count: number): void {
  for (let end = place + 1; end <= sums.length; end += end & -end) sums[end - 1] = (sums[end - 1] ?? 0) + count;
}

/** The sum of all places below `place`. */
function sumBefore(sums: Float64Array, place: number): number {
  let sum = 0;
  for (let end = place; end > 0; end -= end & -end) sum += sums[end - 1] ?? 0;
  return sum;
}
