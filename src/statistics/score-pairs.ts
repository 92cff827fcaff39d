import { gather } from './gather.ts';
import { type PairCounts, toCells } from './pair-counts.ts';

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
