import { toRatioDistance } from '../../statistics/rating-sums.ts';
import type { UnitPatterns } from './unit-patterns.ts';

/** What one unit of each pattern adds to sums over units; 0 for a unit with one rating. */
export interface PatternSpread {
  readonly size: Int32Array;
  /** Share of its pairs of ratings that are the same. */
  readonly alike: Float64Array;
  /** Mean squared distance of its pairs. */
  readonly apart: Float64Array;
  /** Squared distance of its ratings: every two, both ways, over the ratings less one. By level. */
  readonly nominal: Float64Array;
  readonly interval: Float64Array;
  readonly ratio: Float64Array;
}

export function toPatternSpread(patterns: UnitPatterns, values: Float64Array): PatternSpread {
  // One more, for the unseen unit.
  const places = patterns.count + 1;
  const spread = {
    size: new Int32Array(places),
    alike: new Float64Array(places),
    apart: new Float64Array(places),
    nominal: new Float64Array(places),
    interval: new Float64Array(places),
    ratio: new Float64Array(places),
  };
  for (let pattern = 0; pattern < patterns.count; pattern++) writeSpread({ patterns, spread, values }, pattern);
  return spread;
}

export interface SpreadSource {
  readonly patterns: UnitPatterns;
  readonly spread: PatternSpread;
  readonly values: Float64Array;
}

export function writeSpread({ patterns: { starts, codes }, spread, values }: SpreadSource, pattern: number): void {
  const scores = Array.from(codes.subarray(starts[pattern], starts[pattern + 1]), (code) => values[code - 1] ?? 0);
  const size = scores.length;
  spread.size[pattern] = size;
  if (size < 2) return;
  const sum = (distance: (one: number, other: number) => number) => sumPairs(scores, distance) / (size - 1);
  const differing = sum((one, other) => (one === other ? 0 : 1));
  spread.alike[pattern] = 1 - differing / size;
  spread.nominal[pattern] = differing;
  const squares = sum((one, other) => (one - other) ** 2);
  spread.apart[pattern] = squares / size;
  spread.interval[pattern] = squares;
  spread.ratio[pattern] = sum(toRatioDistance);
}

/** Every two, both ways. */
function sumPairs(scores: readonly number[], distance: (one: number, other: number) => number): number {
  let sum = 0;
  for (const [place, one] of scores.entries()) {
    for (let other = 0; other < place; other++) sum += distance(one, scores[other] ?? 0);
  }
  return 2 * sum;
}
