import { toMidRanks, toRatioDistance } from '../../statistics/agreement/rating-codes.ts';
import type { UnitPatterns } from './unit-patterns.ts';

/** Sums over units, for every metric that does not need the names of raters. */
export interface UnitSums {
  /** Units with at least two ratings. The sums below are over these. */
  readonly units: number;
  readonly ratings: number;
  /** Share of pairs that are the same, and mean squared distance of pairs, by unit. */
  readonly alike: number;
  readonly apart: number;
  /** As `RatingSpread.within`, by level. */
  readonly nominal: number;
  readonly ordinal: number;
  readonly interval: number;
  readonly ratio: number;
  /** How often each code was given. Code 0 is unused. */
  readonly totals: Float64Array;
  readonly midRanks: Float64Array;
  /** Σ of the squared mean share of each category, over all units with a rating. */
  readonly concentration: number;
  /** The scores of the categories. */
  readonly values: Float64Array;
}

/** The sums when each pattern has as many units as its weight, the unseen one included. */
export function sumUnits({ patterns, spread, values }: SpreadSource, weights: Float64Array): UnitSums {
  const { totals, concentration } = countCodes({ patterns, spread, values }, weights);
  const midRanks = toMidRanks(totals);
  const sums = { units: 0, ratings: 0, alike: 0, apart: 0, nominal: 0, ordinal: 0, interval: 0, ratio: 0 };
  for (let pattern = 0; pattern <= patterns.count; pattern++) {
    const size = spread.size[pattern] ?? 0;
    const weight = weights[pattern] ?? 0;
    if (size < 2 || weight === 0) continue;
    sums.units += weight;
    sums.ratings += weight * size;
    sums.alike += weight * (spread.alike[pattern] ?? 0);
    sums.apart += weight * (spread.apart[pattern] ?? 0);
    sums.nominal += weight * (spread.nominal[pattern] ?? 0);
    sums.interval += weight * (spread.interval[pattern] ?? 0);
    sums.ratio += weight * (spread.ratio[pattern] ?? 0);
    sums.ordinal += weight * spreadRanks(patterns, pattern, midRanks);
  }
  return { ...sums, totals, midRanks, concentration, values };
}

/** The ranks follow from all ratings, so that the distance of two of them differs from resample to resample. */
function spreadRanks({ starts, codes }: UnitPatterns, pattern: number, ranks: Float64Array): number {
  const start = starts[pattern] ?? 0;
  const end = starts[pattern + 1] ?? 0;
  let sum = 0;
  let squares = 0;
  for (let at = start; at < end; at++) {
    const rank = ranks[codes[at] ?? 0] ?? 0;
    sum += rank;
    squares += rank * rank;
  }
  const size = end - start;
  return (2 * (size * squares - sum * sum)) / (size - 1);
}

function countCodes({ patterns, spread, values }: SpreadSource, weights: Float64Array) {
  const { starts, codes, count } = patterns;
  const totals = new Float64Array(values.length + 1);
  const shares = new Float64Array(values.length + 1);
  let rated = 0;
  for (let pattern = 0; pattern <= count; pattern++) {
    const weight = weights[pattern] ?? 0;
    if (weight === 0) continue;
    const size = spread.size[pattern] ?? 0;
    const end = starts[pattern + 1] ?? 0;
    rated += weight;
    for (let at = starts[pattern] ?? 0; at < end; at++) {
      const code = codes[at] ?? 0;
      shares[code] = (shares[code] ?? 0) + weight / size;
      if (size > 1) totals[code] = (totals[code] ?? 0) + weight;
    }
  }
  let concentration = 0;
  for (const share of shares) concentration += (share / rated) ** 2;
  return { totals, concentration };
}

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

interface SpreadSource {
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
