/** Something to choose, and in how many rows it occurs, where that is worth telling. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
}

/** How many rows have each name, the most frequent first. */
export function countChoices<Row, Name>(
  rows: readonly Row[],
  listNames: (row: Row) => readonly Name[],
): ReadonlyMap<Name, number> {
  const counts = new Map<Name, number>();
  for (const row of rows) for (const name of new Set(listNames(row))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

export function toChoices<Key extends string | number>(
  counts: ReadonlyMap<Key, number>,
  toLabel: (key: Key) => string = String,
): readonly Choice[] {
  return [...counts].map(([key, count]) => ({ value: String(key), label: toLabel(key), count }));
}
