import type { RatingCodes } from './rating-codes.ts';

/** The ratings of units that have two at least. */
export interface PairableCounts {
  /** How often each code was given; 0 for code 0. */
  readonly totals: Float64Array;
  readonly ratings: number;
  readonly units: number;
}

// Typed arrays have no holes: a place inside the length has a number. So wherever one is read.

/** Counts what agreement can be told from. */
export function countPairable(ratings: RatingCodes): PairableCounts {
  const { codes, raters, scores } = ratings;
  const counts = countCodes(codes, scores.length + 1);
  const missing = counts[0] as number;
  const units = codes.length / raters;
  const lost = missing === 0 && raters > 1 ? 0 : leaveOutSingles(ratings, counts);
  counts[0] = 0;
  const totals = Float64Array.from(counts);
  return { totals, ratings: totals.reduce((sum, total) => sum + total, 0), units: units - lost };
}

/** Neighbors are counted apart: they are often alike, and a count that was just written is slow to be read again. */
function countCodes(codes: RatingCodes['codes'], length: number): Int32Array {
  const counts = new Int32Array(length);
  const others = new Int32Array(length);
  const even = codes.length & ~1;
  for (let at = 0; at < even; at += 2) {
    const one = codes[at] as number;
    const other = codes[at + 1] as number;
    counts[one] = (counts[one] as number) + 1;
    others[other] = (others[other] as number) + 1;
  }
  if (even < codes.length) others[codes[even] as number] = (others[codes[even] as number] as number) + 1;
  return counts.map((count, code) => count + (others[code] as number));
}

/** Takes the ratings of units that have no second one out of the counts; returns how many such units there are. */
function leaveOutSingles({ codes, raters }: RatingCodes, counts: Int32Array): number {
  let units = 0;
  for (let start = 0; start < codes.length; start += raters) {
    let size = 0;
    for (let at = start; at < start + raters; at++) size += -(codes[at] as number) >>> 31;
    if (size > 1) continue;
    units += 1;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      counts[code] = (counts[code] as number) - 1;
    }
  }
  return units;
}
