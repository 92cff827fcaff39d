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
  const { starts, codes, count } = patterns;
  const spread = {
    size: new Int32Array(count),
    alike: new Float64Array(count),
    apart: new Float64Array(count),
    nominal: new Float64Array(count),
    interval: new Float64Array(count),
    ratio: new Float64Array(count),
  };
  for (let pattern = 0; pattern < count; pattern++) {
    const scores = Array.from(codes.subarray(starts[pattern], starts[pattern + 1]), (code) => values[code - 1] ?? 0);
    const size = scores.length;
    spread.size[pattern] = size;
    if (size < 2) continue;
    const sum = (distance: (one: number, other: number) => number) => sumPairs(scores, distance) / (size - 1);
    const differing = sum((one, other) => (one === other ? 0 : 1));
    spread.alike[pattern] = 1 - differing / size;
    spread.nominal[pattern] = differing;
    const squares = sum((one, other) => (one - other) ** 2);
    spread.apart[pattern] = squares / size;
    spread.interval[pattern] = squares;
    spread.ratio[pattern] = sum(toRatioDistance);
  }
  return spread;
}

/** Every two, both ways. */
function sumPairs(scores: readonly number[], distance: (one: number, other: number) => number): number {
  let sum = 0;
  for (const [place, one] of scores.entries()) {
    for (let other = 0; other < place; other++) sum += distance(one, scores[other] ?? 0);
  }
  return 2 * sum;
}
