import { toMidRanks } from '../../statistics/rating-sums.ts';
import type { SpreadSource } from './pattern-spread.ts';
import type { UnitPatterns } from './unit-patterns.ts';

/** Sums over units, from which every metric that does not ask who rated is made. */
export interface UnitSums {
  /** Units with two ratings at least; the sums below are over these. */
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
  /** How often each code was given; code 0 is nobody's. */
  readonly totals: Float64Array;
  readonly midRanks: Float64Array;
  /** Σ of the squared mean share of each category, over all units with a rating. */
  readonly concentration: number;
  /** What the categories stand for. */
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
