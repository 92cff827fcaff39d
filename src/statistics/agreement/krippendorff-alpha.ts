import type { PointEstimate } from '../estimate.ts';
import { allAlike, noPairs, outOfRange } from './chance-corrected.ts';
import { type FlatRatings, type RatingLevel, toRatingCodes } from './rating-codes.ts';
import { type RatingSpread, spreadInterval, spreadNominal, spreadOrdinal, spreadRatio } from './rating-spread.ts';

/** α, with the two disagreements it is made of. */
export interface KrippendorffAlpha extends PointEstimate {
  /** Mean squared distance of two ratings of one unit. */
  readonly observed: number | null;
  /** Mean squared distance of any two ratings. */
  readonly expected: number | null;
  /** Units with at least two ratings: only those count. */
  readonly n: number;
}

/**
 * Krippendorff's α = 1 − observed/expected disagreement, for any number of raters, any missing ratings, and four meanings
 * of distance: nominal 0 or 1 · ordinal (ratings between the two, and half of theirs)² · interval (c − k)² ·
 * ratio ((c − k)/(c + k))².
 *
 * 1: all agree. 0: two ratings of a unit are as far apart as any two. Below 0: further.
 * Edges: no unit with two ratings, or all ratings that count the same → null, with a reason. A score below 0 has no ratio
 * → null. A text is a score at the nominal level only. Null is a missing rating.
 * Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011); "Content Analysis" (4th edition, 2018),
 * chapter 12.
 *
 * @example krippendorffAlpha([[1, 1, null], [2, 3, 2], [3, 3, 3]], 'ordinal')
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | string | null)[])[],
  level: RatingLevel = 'nominal',
): KrippendorffAlpha {
  return krippendorffAlphaOf(toFlatRatings(units, level), level);
}

/**
 * Takes ratings in one array, unit by unit, with a place for every rater. NaN is a missing rating. It makes two or three
 * passes over the array. The ratio level also visits every two different scores once.
 */
export function krippendorffAlphaOf(ratings: FlatRatings, level: RatingLevel = 'nominal'): KrippendorffAlpha {
  const { values, raters } = ratings;
  if (!(Number.isInteger(raters) && raters > 0) || values.length % raters !== 0) {
    throw new RangeError(`every unit must have an entry for each of ${raters} raters, got ${values.length}`);
  }
  if (level === 'interval') return toAlpha(spreadInterval(ratings));
  const codes = toRatingCodes(ratings);
  if (level === 'nominal') return toAlpha(spreadNominal(codes));
  if (level === 'ordinal') return toAlpha(spreadOrdinal(codes));
  const { lowest, ...spread } = spreadRatio(codes);
  return lowest < 0 ? noRatio(lowest) : toAlpha(spread);
}

/** @example toAlpha({ within: 1, between: 12, ratings: 4, units: 2 })  // 1 − (1/4)/(12/12): { value: 0.75, … } */
export function toAlpha({ within, between, ratings, units: n }: RatingSpread): KrippendorffAlpha {
  if (n === 0) return { value: null, observed: null, expected: null, n, why: noPairs };
  const observed = within / ratings;
  const expected = between / (ratings * (ratings - 1));
  if (expected <= 0) return { value: null, observed, expected, n, why: allAlike };
  const value = 1 - observed / expected;
  return Number.isFinite(value) ? { value, observed, expected, n } : { ...outOfRange, n };
}

export function noRatio(lowest: number): KrippendorffAlpha {
  const why = `a score of ${lowest} is below 0, and shares need a scale that begins at 0`;
  return { value: null, observed: null, expected: null, n: 0, why };
}

function toFlatRatings(units: readonly (readonly (number | string | null)[])[], level: RatingLevel): FlatRatings {
  const raters = units.reduce((most, unit) => Math.max(most, unit.length), 1);
  const values = new Float64Array(units.length * raters).fill(Number.NaN);
  const names = new Map<number | string, number>();
  const isNamed = units.some((unit) => unit.some((score) => typeof score === 'string'));
  for (const [index, unit] of units.entries()) {
    for (const [rater, score] of unit.entries()) {
      if (score === null) continue;
      values[index * raters + rater] = isNamed ? toPlace(score, names, level) : toNumber(score);
    }
  }
  return { values, raters };
}

function toPlace(score: number | string, names: Map<number | string, number>, level: RatingLevel): number {
  if (level !== 'nominal') throw new RangeError(`a score must be a number at the ${level} level, got ${score}`);
  const place = names.get(score) ?? names.size;
  names.set(score, place);
  return place;
}

function toNumber(score: number | string): number {
  if (typeof score === 'number' && Number.isFinite(score)) return score;
  throw new RangeError(`a score must be a finite number, got ${score}`);
}
