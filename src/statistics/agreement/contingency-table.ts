/**
 * Pairs of scores, counted by cell: rows are the first rater (human), columns the second (judge), both in the order of
 * the scale, worst first. Counts are ≥ 0. They may be fractional weights.
 */
export type ContingencyTable = readonly (readonly number[])[];

/** Throws a RangeError for a table that is not square, or has a cell that is not a count. */
export function checkTable(table: ContingencyTable): void {
  for (const row of table) {
    if (row.length !== table.length) {
      throw new RangeError(
        `a table must have as many columns as rows, got ${row.length} in one of ${table.length} rows`,
      );
    }
    const strange = row.find((count) => !(Number.isFinite(count) && count >= 0));
    if (strange !== undefined) throw new RangeError(`a table must have counts ≥ 0, got ${strange}`);
  }
}

/** Throws a RangeError for scores that are not one a row, in rising order. */
export function checkValues(values: ArrayLike<number>, rows: number): void {
  if (values.length !== rows) {
    throw new RangeError(`a table must have one row for each score of the scale, got ${rows} for ${values.length}`);
  }
  let before = Number.NEGATIVE_INFINITY;
  for (const value of Array.from(values)) {
    if (!(Number.isFinite(value) && value > before)) {
      throw new RangeError(`the scores of a scale must be numbers in rising order, got ${value} after ${before}`);
    }
    before = value;
  }
}
