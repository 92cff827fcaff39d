import { type ContingencyTable, checkTable, checkValues } from './contingency-table.ts';
import type { Metric } from './metric.ts';

/**
 * Pairs of scores, counted: a table without its empty cells. All metrics of two raters are computed from it, so that
 * a resample writes `counts` anew, calls `sumMargins`, and allocates nothing.
 */
export interface PairCounts {
  /** The scores of the scale, rising. */
  readonly values: Float64Array;
  /** Of each cell: place of the human score in `values`. Cells stand in the order of this, then of `judge`. */
  readonly human: Int32Array;
  readonly judge: Int32Array;
  /** Of each cell: score of the judge − human score. */
  readonly differences: Float64Array;
  /** Of each cell: how many pairs. */
  readonly counts: Float64Array;
  /** Pairs by human score, and by score of the judge. */
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  n: number;
  /** How many different scores people gave, the judge gave, and both together. */
  humanScores: number;
  judgeScores: number;
  scores: number;
  /** As long as `values`, for what a metric has to add up. */
  readonly scratch: readonly [Float64Array, Float64Array];
}

/** The pairs of a table. `values`: the scores of its rows and columns; 0, 1, 2, … when absent. */
export function toPairCounts(table: ContingencyTable, values?: ArrayLike<number>): PairCounts {
  checkTable(table);
  if (values !== undefined) checkValues(values, table.length);
  const human: number[] = [];
  const judge: number[] = [];
  const counts: number[] = [];
  for (const [row, cells] of table.entries()) {
    for (const [column, count] of cells.entries()) {
      if (count === 0) continue;
      human.push(row);
      judge.push(column);
      counts.push(count);
    }
  }
  return toCells({ values: Float64Array.from(values ?? [...table.keys()]), human, judge, counts });
}

/** Cells must be in order of the human score, then of the judge's. */
export function toCells(cells: {
  readonly values: Float64Array;
  readonly human: ArrayLike<number>;
  readonly judge: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}): PairCounts {
  const { values } = cells;
  const human = Int32Array.from(cells.human);
  const judge = Int32Array.from(cells.judge);
  const empty = () => new Float64Array(values.length);
  const pairs: PairCounts = {
    values,
    human,
    judge,
    differences: Float64Array.from(human, (row, cell) => (values[judge[cell] ?? 0] ?? 0) - (values[row] ?? 0)),
    counts: Float64Array.from(cells.counts),
    rows: empty(),
    columns: empty(),
    n: 0,
    humanScores: 0,
    judgeScores: 0,
    scores: 0,
    scratch: [empty(), empty()],
  };
  sumMargins(pairs);
  return pairs;
}

/** Brings everything that follows from `counts` in step with them. */
export function sumMargins(pairs: PairCounts): void {
  const { human, judge, counts, rows, columns } = pairs;
  rows.fill(0);
  columns.fill(0);
  let n = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] ?? 0;
    const row = human[cell] ?? 0;
    const column = judge[cell] ?? 0;
    rows[row] = (rows[row] ?? 0) + count;
    columns[column] = (columns[column] ?? 0) + count;
    n += count;
  }
  pairs.n = n;
  countScores(pairs);
}

function countScores(pairs: PairCounts): void {
  const { rows, columns } = pairs;
  let [humanScores, judgeScores, scores] = [0, 0, 0];
  for (let place = 0; place < rows.length; place++) {
    const ofHuman = (rows[place] ?? 0) > 0;
    const ofJudge = (columns[place] ?? 0) > 0;
    if (ofHuman) humanScores++;
    if (ofJudge) judgeScores++;
    if (ofHuman || ofJudge) scores++;
  }
  pairs.humanScores = humanScores;
  pairs.judgeScores = judgeScores;
  pairs.scores = scores;
}

/** A metric of pairs: NaN, which is how resampling knows that there is none, becomes null with the reason. */
export function toMetric(value: number, pairs: PairCounts): Metric {
  return Number.isFinite(value) ? { value } : { value: null, why: whyUndefined(pairs) };
}

function whyUndefined({ n, scores, humanScores, judgeScores }: PairCounts): string {
  if (n === 0) return 'no pair of scores';
  if (scores === 1) return 'every score is the same';
  if (humanScores === 1) return 'the human scores are all the same';
  if (judgeScores === 1) return "the judge's scores are all the same";
  return 'the numbers are too large to compute with';
}
