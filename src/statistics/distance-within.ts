import type { RatingCodes } from './rating-codes.ts';
import { listGiven, toShares } from './rating-sums.ts';

/** Patterns of a unit that are counted in an array; more of them are no longer near each other in memory. */
const mostPatternBits = 16;

/** How far two scores are apart, squared. */
export type Distance = (one: number, other: number) => number;

/**
 * Every two ratings of a unit by their distance, both ways, over the unit's ratings less one; added up over all units.
 * Few raters on a short scale give few different units: those are counted first, and each is then summed once. Undefined:
 * there may be too many different ones.
 */
export function findDistanceWithin(ratings: RatingCodes, totals: Float64Array, distance: Distance): number | undefined {
  const given = listGiven(totals);
  const bits = 32 - Math.clz32(given.length);
  if (bits * ratings.raters > mostPatternBits) return undefined;
  const distances = toDistances(
    Array.from(given, (code) => ratings.scores[code - 1] as number),
    bits,
    distance,
  );
  return weighPatterns({ counts: countPatterns(ratings, given, bits), bits, raters: ratings.raters, distances });
}

// Typed arrays have no holes: a place inside the length has a number. So wherever one is read.

function countPatterns({ codes, raters, scores }: RatingCodes, given: Uint32Array, bits: number): Uint32Array {
  // By code: its place among the scores that count, from 1 on. A rating that does not count is 0, as a missing one.
  const places = new Uint8Array(scores.length + 1);
  for (const [place, code] of given.entries()) places[code] = place + 1;
  const counts = new Uint32Array(1 << (bits * raters));
  for (let start = 0; start < codes.length; start += raters) {
    let pattern = 0;
    for (let at = start; at < start + raters; at++) {
      pattern = (pattern << bits) | (places[codes[at] as number] as number);
    }
    counts[pattern] = (counts[pattern] as number) + 1;
  }
  return counts;
}

interface CountedPatterns {
  /** By pattern: how many units have it. */
  readonly counts: Uint32Array;
  readonly bits: number;
  readonly raters: number;
  readonly distances: Float64Array;
}

function weighPatterns({ counts, bits, raters, distances }: CountedPatterns): number {
  const shares = toShares(raters);
  const mask = (1 << bits) - 1;
  let within = 0;
  for (let pattern = 1; pattern < counts.length; pattern++) {
    const count = counts[pattern] as number;
    if (count === 0) continue;
    let size = 0;
    let sum = 0;
    for (let rest = pattern; rest > 0; rest >>>= bits) {
      const row = rest & mask;
      if (row === 0) continue;
      size += 1;
      for (let others = rest >>> bits; others > 0; others >>>= bits)
        sum += distances[(row << bits) | (others & mask)] as number;
    }
    within += 2 * count * sum * (shares[size] as number);
  }
  return within;
}

/** Of every two places; 0 where one is that of a missing rating. */
function toDistances(scores: readonly number[], bits: number, distance: Distance): Float64Array {
  const distances = new Float64Array(1 << (2 * bits));
  for (const [place, one] of scores.entries()) {
    for (const [otherPlace, other] of scores.entries()) {
      distances[((place + 1) << bits) | (otherPlace + 1)] = distance(one, other);
    }
  }
  return distances;
}

/** The same, a unit after another: for any number of different ones. */
export function sumDistanceWithin({ codes, raters, scores }: RatingCodes, distance: Distance): number {
  const shares = toShares(raters);
  let within = 0;
  for (let start = 0; start < codes.length; start += raters) {
    const given = codes.subarray(start, start + raters).filter((code) => code > 0);
    const unit = Array.from(given, (code) => scores[code - 1] as number);
    let sum = 0;
    for (const [place, one] of unit.entries()) {
      for (let other = 0; other < place; other++) sum += distance(one, unit[other] as number);
    }
    within += 2 * sum * (shares[unit.length] as number);
  }
  return within;
}
