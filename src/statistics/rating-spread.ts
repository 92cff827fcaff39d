import { findDistanceWithin, sumDistanceWithin } from './distance-within.ts';
import { countPairable } from './pairable-counts.ts';
import type { FlatRatings, RatingCodes } from './rating-codes.ts';
import { listGiven, sumNominal, sumOrdinal, sumRatio, toMidRanks, toRatioDistance, toShares } from './rating-sums.ts';

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
