import type { KappaOptions } from './cohen-kappa.ts';
import { toDisagreement } from './disagreement.ts';

/** How many raters gave each unit each category: `counts[unit][category]`. Units may have different numbers of raters. */
export type RatingCounts = readonly (readonly number[])[];

/**
 * Counts the ratings of each unit by category. A missing rating is null and counts nowhere.
 *
 * @example toRatingCounts([[1, 2, null], [2, 2, 2]], [1, 2])  // [[1, 1], [0, 3]]
 */
export function toRatingCounts<Score>(
  units: readonly (readonly (Score | null)[])[],
  categories: readonly Score[],
): RatingCounts {
  const places = new Map(categories.map((category, place) => [category, place]));
  return units.map((ratings) => {
    const counts = categories.map(() => 0);
    for (const rating of ratings) {
      if (rating === null) continue;
      const place = places.get(rating);
      if (place === undefined) throw new RangeError(`the rating ${rating} is not one of the categories`);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return counts;
  });
}

/** The number of categories. Throws where a row has another number of them, or a value that is not a count. */
export function checkRatingCounts(counts: RatingCounts): number {
  const categories = counts[0]?.length ?? 0;
  for (const row of counts) {
    if (row.length !== categories) {
      throw new RangeError(`every unit must have a count for each category, got ${row.length} and ${categories}`);
    }
    const strange = row.find((count) => !(Number.isInteger(count) && count >= 0));
    if (strange !== undefined) throw new RangeError(`a count must be a whole number, got ${strange}`);
  }
  return categories;
}

/**
 * How much every two categories agree: 1 for the same, 0 for the two that lie furthest apart.
 *
 * w(c, k) = 1 − d(c, k)/largest d, with d by the scores of the categories: `values`, or 0, 1, 2, …
 * Edges: one category → its weight is 1.
 * Source: K. L. Gwet, "Handbook of Inter-Rater Reliability" (4th edition, 2014), chapter 3.
 */
export function toRatingWeights(count: number, { weights = 'none', values }: KappaOptions): number[][] {
  const scores = values ?? Array.from({ length: count }, (_, place) => place);
  if (scores.length !== count) {
    throw new RangeError(`every category needs one score, got ${scores.length} for ${count}`);
  }
  const strange = scores.find((score) => !Number.isFinite(score));
  if (strange !== undefined) throw new RangeError(`a category needs a finite score, got ${strange}`);
  const range = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const largest = toDisagreement(range - scores.reduce((least, score) => Math.min(least, score), range), weights);
  return scores.map((one) =>
    scores.map((other) => (one === other ? 1 : 1 - toDisagreement(one - other, weights) / largest)),
  );
}
