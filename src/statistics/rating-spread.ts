import type { FlatRatings, RatingCodes } from './rating-codes.ts';

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
export function spreadNominal({ codes, raters, scores }: RatingCodes): RatingSpread {
  const seen = new Int32Array(scores.length + 1);
  const totals = new Float64Array(scores.length + 1);
  const shares = toShares(raters);
  let within = 0;
  let ratings = 0;
  let units = 0;
  for (let start = 0; start < codes.length; start += raters) {
    let alike = 0;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      const before = seen[code] as number;
      alike += before;
      seen[code] = before + 1;
    }
    const missing = seen[0] as number;
    const size = raters - missing;
    const counts = (1 - size) >>> 31;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      seen[code] = 0;
      totals[code] = (totals[code] as number) + counts;
    }
    // Missing ratings were found to be alike, too: every two of them.
    within += (size * (size - 1) - 2 * alike + missing * (missing - 1)) * (shares[size] as number);
    ratings += size * counts;
    units += counts;
  }
  totals[0] = 0;
  return { within, between: sumNominal(totals), ratings, units };
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
  return { within, between: sumOrdinal(totals, ranks), ratings: counts.ratings, units: counts.units };
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

/** The distance is ((c − k)/(c + k))²; scores are 0 or more. */
export function spreadRatio(ratings: RatingCodes): RatingSpread {
  const { totals, ...counts } = countPairable(ratings);
  const within = ratings.scores.length < widestTable ? ratioByTable(ratings) : ratioByScores(ratings);
  return { within, between: sumRatio(totals, ratings.scores), ratings: counts.ratings, units: counts.units };
}

const widestTable = 256;

function ratioByTable({ codes, raters, scores }: RatingCodes): number {
  const width = scores.length + 1;
  const distances = Float64Array.from({ length: width * width }, (_, at) => {
    const [one, other] = [Math.floor(at / width), at % width];
    return one === 0 || other === 0 ? 0 : toRatioDistance(scores[one - 1] as number, scores[other - 1] as number);
  });
  const shares = toShares(raters);
  let within = 0;
  for (let start = 0; start < codes.length; start += raters) {
    let size = 0;
    let sum = 0;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      const row = code * width;
      size += -code >>> 31;
      for (let other = start; other < at; other++) sum += distances[row + (codes[other] as number)] as number;
    }
    within += 2 * sum * (shares[size] as number);
  }
  return within;
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

/** `totals[code]`: how often each score was given to a unit with two ratings at least; 0 for code 0. */
function countPairable({ codes, raters, scores }: RatingCodes) {
  const totals = new Float64Array(scores.length + 1);
  let ratings = 0;
  let units = 0;
  for (let start = 0; start < codes.length; start += raters) {
    let size = 0;
    for (let at = start; at < start + raters; at++) size += -(codes[at] as number) >>> 31;
    const counts = (1 - size) >>> 31;
    for (let at = start; at < start + raters; at++) {
      const code = codes[at] as number;
      totals[code] = (totals[code] as number) + counts;
    }
    ratings += size * counts;
    units += counts;
  }
  totals[0] = 0;
  return { totals, ratings, units };
}

/** By the size of a unit: the share that each two of its ratings have, 1/(size − 1). */
function toShares(raters: number): Float64Array {
  return Float64Array.from({ length: raters + 1 }, (_, size) => (size < 2 ? 0 : 1 / (size - 1)));
}

/** Every two of all ratings, both ways, by how often each code was given. */
export function sumNominal(totals: Float64Array): number {
  let count = 0;
  let squares = 0;
  for (const total of totals) {
    count += total;
    squares += total * total;
  }
  return count * count - squares;
}

export function sumOrdinal(totals: Float64Array, ranks: Float64Array): number {
  return sumSquares(totals, (code) => ranks[code] as number);
}

export function sumSquares(totals: Float64Array, toValue: (code: number) => number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let code = 1; code < totals.length; code++) {
    const total = totals[code] as number;
    const value = toValue(code);
    count += total;
    sum += total * value;
    squares += total * value * value;
  }
  return 2 * (count * squares - sum * sum);
}

export function sumRatio(totals: Float64Array, scores: Float64Array): number {
  let sum = 0;
  for (let one = 2; one < totals.length; one++) {
    const count = totals[one] as number;
    if (count === 0) continue;
    let ofOne = 0;
    for (let other = 1; other < one; other++) {
      const distance = toRatioDistance(scores[one - 1] as number, scores[other - 1] as number);
      ofOne += (totals[other] as number) * distance;
    }
    sum += count * ofOne;
  }
  return 2 * sum;
}

export function toRatioDistance(one: number, other: number): number {
  if (one === other) return 0;
  const share = (one - other) / (one + other);
  return share * share;
}

/** For each code, how many ratings have a lower score, and half of its own; 0 for code 0. */
export function toMidRanks(totals: Float64Array): Float64Array {
  let below = 0;
  return totals.map((total, code) => {
    below += total;
    return code === 0 ? 0 : below - total / 2;
  });
}
