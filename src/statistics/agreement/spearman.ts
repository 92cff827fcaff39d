import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { writeMidRanks } from './krippendorff-of-table.ts';
import { type PairCounts, pairScores, toPairCounts, toPointEstimate } from './pair-counts.ts';

/**
 * Spearman's ρ: whether the judge puts conversations in the same order as people, 1 the same, −1 the reverse, 0 no
 * relation. It does not see a judge that is always too kind, see `meanError`.
 *
 * The correlation of ranks; equal scores share the mean of their ranks (mid-ranks).
 * Edges: no pairs, or a rater who always gives one score → null, with a reason that names the rater.
 * Source: C. Spearman, "The proof and measurement of association between two things", American Journal of Psychology 15
 * (1904).
 *
 * @example spearman([1, 2, 3, 4], [1, 3, 2, 4])  // { value: 0.8 }
 */
export function spearman(human: readonly number[], judge: readonly number[]): PointEstimate {
  const { pairs } = pairScores(human, judge);
  return toPointEstimate(spearmanOf(pairs), pairs);
}

/** Takes a table whose rows and columns are in rising order. */
export function spearmanOfTable(table: ContingencyTable): PointEstimate {
  const pairs = toPairCounts(table);
  return toPointEstimate(spearmanOf(pairs), pairs);
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function spearmanOf(pairs: PairCounts): number {
  const { human, judge, counts, scratch } = pairs;
  if (pairs.humanScores < 2 || pairs.judgeScores < 2) return Number.NaN;
  const [ofHuman, ofJudge] = scratch;
  writeMidRanks(pairs.rows, ofHuman);
  writeMidRanks(pairs.columns, ofJudge);
  const mean = pairs.n / 2;
  let [products, humanSquares, judgeSquares] = [0, 0, 0];
  for (let cell = 0; cell < counts.length; cell++) {
    const first = (ofHuman[human[cell] ?? 0] ?? 0) - mean;
    const second = (ofJudge[judge[cell] ?? 0] ?? 0) - mean;
    const count = counts[cell] ?? 0;
    products += count * first * second;
    humanSquares += count * first * first;
    judgeSquares += count * second * second;
  }
  return Math.max(-1, Math.min(1, products / Math.sqrt(humanSquares * judgeSquares)));
}
