/** Ratings in one array, a unit after another, with a place for every rater; NaN is a missing one. */
export interface FlatRatings {
  readonly values: Float64Array;
  readonly raters: number;
}

/** The same by number: 0 is a missing rating, k the score `scores[k − 1]`. */
export interface RatingCodes {
  readonly codes: Uint8Array | Uint32Array;
  readonly raters: number;
  /** Rising. Some may be unused. */
  readonly scores: Float64Array;
}

/** Numbers the scores. */
export function toRatingCodes({ values, raters }: FlatRatings): RatingCodes {
  return findNearCodes(values, raters) ?? toSortedCodes(values, raters);
}

/** Scores on either side of the first one that a code of one byte has room for. */
const near = 127;

/** Whole numbers near each other, as on nearly every scale, need no table to be looked up in. Undefined: they are not. */
function findNearCodes(values: Float64Array, raters: number): RatingCodes | undefined {
  const first = Math.floor(values.find((value) => !Number.isNaN(value)) ?? 0);
  const lowest = first - near;
  const highest = first + near;
  const before = lowest - 1;
  const codes = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) {
    // Typed arrays have no holes: a place inside the length has a number.
    const value = values[at] as number;
    // Each comparison is false for NaN, so that missing ratings need no question of their own.
    if (value < lowest || value > highest || value - Math.floor(value) > 0) return undefined;
    codes[at] = value >= lowest ? value - before : 0;
  }
  return { codes, raters, scores: Float64Array.from({ length: 2 * near + 1 }, (_, place) => lowest + place) };
}

function toSortedCodes(values: Float64Array, raters: number): RatingCodes {
  const scores = Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
  const places = new Map(Array.from(scores, (score, place) => [score, place + 1]));
  return { codes: Uint32Array.from(values, (value) => places.get(value) ?? 0), raters, scores };
}

/**
 * What the distance of two scores means, each level with all that those before it have. nominal: they are equal or not.
 * ordinal: one is above the other. interval: differences count. ratio: there is a zero, and shares count.
 */
export const ratingLevels = ['nominal', 'ordinal', 'interval', 'ratio'] as const;
export type RatingLevel = (typeof ratingLevels)[number];

// Squared distances of every two of all ratings, both ways, by how often each code was given. Code k means `scores[k − 1]`.
// Typed arrays have no holes: a place inside the length has a number. So wherever one is read.

/** The distance is 0 or 1. */
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
  const given = listGiven(totals);
  let sum = 0;
  for (const [place, one] of given.entries()) {
    const score = scores[one - 1] as number;
    let ofOne = 0;
    for (let at = 0; at < place; at++) {
      const other = given[at] as number;
      ofOne += (totals[other] as number) * toRatioDistance(score, scores[other - 1] as number);
    }
    sum += (totals[one] as number) * ofOne;
  }
  return 2 * sum;
}

/** The codes that were given. */
export function listGiven(totals: Float64Array): Uint32Array {
  return Uint32Array.from(totals.keys()).filter((code) => (totals[code] as number) > 0);
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

/** By the size of a unit: the share that each two of its ratings have, 1/(size − 1). */
export function toShares(raters: number): Float64Array {
  return Float64Array.from({ length: raters + 1 }, (_, size) => (size < 2 ? 0 : 1 / (size - 1)));
}
