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

/** The number of categories. Throws where a row has another number of them, or something that is no count. */
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
