import type { ColumnId } from '../address/column-ids.ts';

/** Adds a column at the end, or takes it away. The question stays. */
export function withColumnToggled(columns: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  if (id === 'question') return columns;
  return columns.includes(id) ? columns.filter((other) => other !== id) : [...columns, id];
}

/** Moves a column by one place; at the edge it stays where it is. */
export function withColumnMoved(columns: readonly ColumnId[], id: ColumnId, by: -1 | 1): readonly ColumnId[] {
  const from = columns.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  const others = columns.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
