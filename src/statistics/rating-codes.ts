/** Ratings in one array, a unit after another, with a place for every rater; NaN is a missing one. */
export interface FlatRatings {
  readonly values: Float64Array;
  readonly raters: number;
}

/** The same by number: 0 is a missing rating, k the score `scores[k − 1]`. */
export interface RatingCodes {
  readonly codes: Uint16Array | Uint32Array;
  readonly raters: number;
  /** Rising. Some may be nobody's. */
  readonly scores: Float64Array;
}

/** Beyond this, a table of all whole numbers between the lowest and the highest would be mostly holes. */
const widestTable = 65_535;

/** Numbers the scores. Whole numbers that lie near need no table to be looked up in. */
export function toRatingCodes({ values, raters }: FlatRatings): RatingCodes {
  const { min, max, isWhole } = findRange(values);
  if (!isWhole || max - min >= widestTable) return toSortedCodes(values, raters);
  const codes = new Uint16Array(values.length);
  const before = min - 1;
  for (let at = 0; at < values.length; at++) {
    // Typed arrays have no holes: a place inside the length has a number. So everywhere below.
    const value = values[at] as number;
    codes[at] = value >= min ? value - before : 0;
  }
  return { codes, raters, scores: Float64Array.from({ length: max - before }, (_, place) => min + place) };
}

function toSortedCodes(values: Float64Array, raters: number): RatingCodes {
  const scores = Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
  const places = new Map(Array.from(scores, (score, place) => [score, place + 1]));
  return { codes: Uint32Array.from(values, (value) => places.get(value) ?? 0), raters, scores };
}

/** Each comparison is false for NaN, so that missing ratings fall through without a question of their own. */
function findRange(values: Float64Array): { min: number; max: number; isWhole: boolean } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let fraction = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    const rest = value - Math.floor(value);
    min = value < min ? value : min;
    max = value > max ? value : max;
    fraction = rest > fraction ? rest : fraction;
  }
  return min <= max ? { min, max, isWhole: fraction === 0 } : { min: 1, max: 0, isWhole: true };
}
