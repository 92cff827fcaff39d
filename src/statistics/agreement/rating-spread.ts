import {
  type FlatRatings,
  listGiven,
  type RatingCodes,
  sumNominal,
  sumOrdinal,
  sumRatio,
  toMidRanks,
  toRatioDistance,
  toShares,
} from './rating-codes.ts';

/** Sums of squared distances over the ratings of units that have two at least. */
export interface RatingSpread {
  /** Every two ratings of a unit, both ways, over the unit's ratings less one. */
  readonly within: number;
  /** Every two ratings of all, both ways. */
  readonly between: number;
  /** Ratings that count. */
  readonly ratings: number;
  readonly units: number;
}

// Which rating is missing cannot be foreseen, and a question that the processor guesses wrong costs more than the sums. So
// the loops ask nothing: a missing rating, code 0, adds 0, and a unit with fewer than two ratings has a share of 0.
// Typed arrays have no holes: a place inside the length has a number. So wherever one is read.

/** The distance of two ratings is 0 or 1. */
export function spreadNominal(ratings: RatingCodes): RatingSpread {
  const { totals, ...counts } = countPairable(ratings);
  const within = findDistanceWithin(ratings, totals, toNominalDistance) ?? sumUnlike(ratings);
  return { within, between: sumNominal(totals), ...counts };
}

function toNominalDistance(one: number, other: number): number {
  return one === other ? 0 : 1;
}

/** Ratings of a unit that are not alike, whatever the number of scores. */
function sumUnlike({ codes, raters, scores }: RatingCodes): number {
  const shares = toShares(raters);
  // How often a code was seen in the present unit, above `floor`; what is below it is left from units before.
  const seen = new Int32Array(scores.length + 1);
  let floor = 0;
  let within = 0;
  for (let start = 0; start < codes.length; start += raters) {
    floor += raters;
    let alike = 0;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      const before = aboveZero((seen[code] as number) - floor);
      alike += before;
      seen[code] = floor + before + 1;
    }
    const missing = aboveZero((seen[0] as number) - floor);
    const size = raters - missing;
    // Missing ratings were found to be alike, too: every two of them.
    within += (size * (size - 1) - 2 * alike + missing * (missing - 1)) * (shares[size] as number);
  }
  return within;
}

/** The number, or 0 for one below it, without a question. */
function aboveZero(value: number): number {
  return value & ~(value >> 31);
}

/** The distance is that of the mid-ranks of the scores among all ratings that count, squared. */
export function spreadOrdinal(ratings: RatingCodes): RatingSpread {
  const { codes, raters } = ratings;
  const { totals, ...counts } = countPairable(ratings);
  const ranks = toMidRanks(totals);
  const shares = toShares(raters);
  let within = 0;
  for (let start = 0; start < codes.length; start += raters) {
    let size = 0;
    let sum = 0;
    let squares = 0;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      const rank = ranks[code] as number;
      size += -code >>> 31;
      sum += rank;
      squares += rank * rank;
    }
    within += 2 * (size * squares - sum * sum) * (shares[size] as number);
  }
  return { within, between: sumOrdinal(totals, ranks), ...counts };
}

/** The distance is that of the scores, squared. */
export function spreadInterval({ values, raters }: FlatRatings): RatingSpread {
  // Taken from a score that was given, so that scores that are all the same give exactly 0.
  const origin = values.find((value) => !Number.isNaN(value)) ?? 0;
  const shares = toShares(raters);
  let within = 0;
  let ratings = 0;
  let units = 0;
  let sum = 0;
  let squares = 0;
  for (let start = 0; start < values.length; start += raters) {
    let size = 0;
    let sumOfUnit = 0;
    let squaresOfUnit = 0;
    for (let at = start; at < start + raters; at++) {
      const from = (values[at] as number) - origin;
      if (Number.isNaN(from)) continue;
      size += 1;
      sumOfUnit += from;
      squaresOfUnit += from * from;
    }
    if (size < 2) continue;
    within += 2 * (size * squaresOfUnit - sumOfUnit * sumOfUnit) * (shares[size] as number);
    ratings += size;
    units += 1;
    sum += sumOfUnit;
    squares += squaresOfUnit;
  }
  return { within, between: 2 * (ratings * squares - sum * sum), ratings, units };
}

/** The distance is ((c − k)/(c + k))²; `lowest` is the lowest score that counts, and must not be below 0. */
export function spreadRatio(ratings: RatingCodes): RatingSpread & { readonly lowest: number } {
  const { totals, ...counts } = countPairable(ratings);
  const [first] = listGiven(totals);
  const lowest = first === undefined ? 0 : (ratings.scores[first - 1] as number);
  const within = findDistanceWithin(ratings, totals, toRatioDistance) ?? sumDistanceWithin(ratings, toRatioDistance);
  return { within, between: sumRatio(totals, ratings.scores), ...counts, lowest };
}

/** Patterns of a unit that are counted in an array; more of them are no longer near each other in memory. */
const mostPatternBits = 16;

/** How far two scores are apart, squared. */
type Distance = (one: number, other: number) => number;

/**
 * Every two ratings of a unit by their distance, both ways, over the unit's ratings less one; added up over all units.
 * Few raters on a short scale give few different units: those are counted first, and each is then summed once. Undefined:
 * there may be too many different ones.
 */
function findDistanceWithin(ratings: RatingCodes, totals: Float64Array, distance: Distance): number | undefined {
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

/** The distance of every two places. 0 where one is that of a missing rating. */
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
function sumDistanceWithin({ codes, raters, scores }: RatingCodes, distance: Distance): number {
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

/** The ratings of units that have two at least. */
interface PairableCounts {
  /** How often each code was given; 0 for code 0. */
  readonly totals: Float64Array;
  readonly ratings: number;
  readonly units: number;
}

// Typed arrays have no holes: a place inside the length has a number. So wherever one is read.

/** Counts the pairs that agreement is computed from. */
function countPairable(ratings: RatingCodes): PairableCounts {
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
