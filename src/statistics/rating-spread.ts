import { countPairable } from './pairable-counts.ts';
import type { FlatRatings, RatingCodes } from './rating-codes.ts';
import { listGiven, sumNominal, sumOrdinal, sumRatio, toMidRanks, toRatioDistance } from './rating-sums.ts';

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
  const { codes, raters, scores } = ratings;
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
  const { totals, ...counts } = countPairable(ratings);
  return { within, between: sumNominal(totals), ...counts };
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
  const within = totals.length <= tableWidth ? ratioByTable(ratings, totals) : ratioByScores(ratings);
  return { within, between: sumRatio(totals, ratings.scores), ...counts, lowest };
}

/** Codes of one byte make two of them a place in a table. */
const tableWidth = 256;

function ratioByTable({ codes, raters, scores }: RatingCodes, totals: Float64Array): number {
  const distances = toRatioTable(totals, scores);
  const shares = toShares(raters);
  let within = 0;
  for (let start = 0; start < codes.length; start += raters) {
    let size = 0;
    let sum = 0;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      const row = code << 8;
      size += -code >>> 31;
      for (let other = start; other < at; other++) sum += distances[row | (codes[other] as number)] as number;
    }
    within += 2 * sum * (shares[size] as number);
  }
  return within;
}

/** Of every two scores that were given; 0 for others, and for a missing rating. */
function toRatioTable(totals: Float64Array, scores: Float64Array): Float64Array {
  const table = new Float64Array(tableWidth * tableWidth);
  const given = listGiven(totals);
  for (const one of given) {
    for (const other of given) {
      table[one * tableWidth + other] = toRatioDistance(scores[one - 1] as number, scores[other - 1] as number);
    }
  }
  return table;
}

function ratioByScores({ codes, raters, scores }: RatingCodes): number {
  let within = 0;
  for (let start = 0; start < codes.length; start += raters) {
    const unit = Array.from(
      codes.subarray(start, start + raters).filter((code) => code > 0),
      (code) => scores[code - 1] as number,
    );
    if (unit.length < 2) continue;
    const sum = unit.reduce(
      (total, one) => total + unit.reduce((inner, other) => inner + toRatioDistance(one, other), 0),
      0,
    );
    within += sum / (unit.length - 1);
  }
  return within;
}

/** By the size of a unit: the share that each two of its ratings have, 1/(size − 1). */
function toShares(raters: number): Float64Array {
  return Float64Array.from({ length: raters + 1 }, (_, size) => (size < 2 ? 0 : 1 / (size - 1)));
}
