/** Ratings in one array, a unit after another, with a place for every rater; NaN is a missing one. */
export interface FlatRatings {
  readonly values: Float64Array;
  readonly raters: number;
}

/** The same by number: 0 is a missing rating, k the score `scores[k − 1]`. */
export interface RatingCodes {
  readonly codes: Uint8Array | Uint32Array;
  readonly raters: number;
  /** Rising. Some may be nobody's. */
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
