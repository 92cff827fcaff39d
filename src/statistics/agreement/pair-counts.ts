import type { PointEstimate } from '../estimate.ts';
import { gather } from '../resampling/gather.ts';
import { type ContingencyTable, checkTable, checkValues } from './contingency-table.ts';

/**
 * Pairs of scores, counted: a table without its empty cells. All metrics of two raters are computed from it, so that
 * a resample overwrites `counts`, calls `sumMargins`, and allocates nothing.
 */
export interface PairCounts {
  /** The scores of the scale, rising. */
  readonly values: Float64Array;
  /** Place of the human score in `values`, per cell. Cells are in the order of this, then of `judge`. */
  readonly human: Int32Array;
  readonly judge: Int32Array;
  /** Score of the judge − human score, per cell. */
  readonly differences: Float64Array;
  /** Number of pairs per cell. */
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
export function toPointEstimate(value: number, pairs: PairCounts): PointEstimate {
  return Number.isFinite(value) ? { value } : { value: null, why: whyUndefined(pairs) };
}

function whyUndefined({ n, scores, humanScores, judgeScores }: PairCounts): string {
  if (n === 0) return 'no pair of scores';
  if (scores === 1) return 'every score is the same';
  if (humanScores === 1) return 'the human scores are all the same';
  if (judgeScores === 1) return "the judge's scores are all the same";
  return 'the numbers are too large to compute with';
}

/** Two lists of scores as counted pairs, and the cell of each pair. */
export interface PairedScores {
  readonly pairs: PairCounts;
  readonly cellOf: Int32Array;
}

/** The pairs of two lists of scores of any kind; the scores seen are the scale. `weights`: what each pair counts, 1 when absent. */
export function pairScores(human: ArrayLike<number>, judge: ArrayLike<number>, weights?: Float64Array): PairedScores {
  checkLengths(human, judge);
  const seen = new Set<number>();
  for (const scores of [human, judge]) {
    for (const score of Array.from(scores)) {
      if (!Number.isFinite(score)) throw new RangeError(`a score must be a finite number, got ${score}`);
      seen.add(toPlainZero(score));
    }
  }
  const values = Float64Array.from(seen).sort();
  const placeByScore = new Map(Array.from(values, (value, place) => [value, place]));
  const placeOf = (score: number) => placeByScore.get(score) ?? 0;
  const places = { human: Int32Array.from(human, placeOf), judge: Int32Array.from(judge, placeOf) };
  return pairPlaces(places, values, weights);
}

/** The pairs of scores that are named by their place in `values`, which must be checked. */
export function pairPlaces(
  { human, judge }: { readonly human: Int32Array; readonly judge: Int32Array },
  values: Float64Array,
  weights?: Float64Array,
): PairedScores {
  checkLengths(human, judge);
  const order = sortPairs(human, judge, values.length);
  const cellOf = new Int32Array(human.length);
  const cells: { human: number[]; judge: number[]; counts: number[] } = { human: [], judge: [], counts: [] };
  let cell = -1;
  for (let place = 0; place < order.length; place++) {
    const pair = order[place] ?? 0;
    const [row, column] = [human[pair] ?? 0, judge[pair] ?? 0];
    if (row !== cells.human[cell] || column !== cells.judge[cell]) {
      cell++;
      cells.human.push(row);
      cells.judge.push(column);
      cells.counts.push(0);
    }
    cells.counts[cell] = (cells.counts[cell] ?? 0) + (weights?.[pair] ?? 1);
    cellOf[pair] = cell;
  }
  return { pairs: toCells({ values, ...cells }), cellOf };
}

/** The pairs by their human score, then by that of the judge. */
function sortPairs(human: Int32Array, judge: Int32Array, scores: number): Int32Array {
  const all = Int32Array.from(human.keys());
  const byJudge = gather(judge, all, scores).values;
  return gather(
    byJudge.map((pair) => human[pair] ?? 0),
    byJudge,
    scores,
  ).values;
}

/** A typed array sorts −0 before 0, a map takes them for one. */
function toPlainZero(score: number): number {
  return score === 0 ? 0 : score;
}

function checkLengths(human: ArrayLike<number>, judge: ArrayLike<number>): void {
  if (human.length === judge.length) return;
  throw new RangeError(`two lists of scores must be equally long, got ${human.length} and ${judge.length}`);
}
