import type { ColumnId } from '../address/column-ids.ts';

export interface ShownColumns {
  readonly chosen: readonly ColumnId[];
  /** Columns without room are left out. Otherwise the list scrolls sideways. */
  readonly mustFit: boolean;
}

/** The minimum width of each column, in rem. */
const least: Readonly<Record<ColumnId, number>> = {
  status: 6.25,
  id: 5.5,
  dataset: 5.5,
  question: 13,
  answer: 13,
  turns: 2.75,
  references: 3,
  tags: 7,
  turnTags: 7,
  updated: 7,
  by: 5,
  reviewed: 7,
  heldBy: 5,
};
const gap = 0.75;
const padding = 2;

/** How columns share the remaining width. The others keep their minimum width. */
const shares: Readonly<Partial<Record<ColumnId, number>>> = {
  id: 0.6,
  dataset: 0.5,
  question: 2,
  answer: 1.6,
  tags: 0.9,
  turnTags: 0.7,
  by: 0.3,
  heldBy: 0.3,
};

/** The grid tracks, one per column. */
export function toTracks(columns: readonly ColumnId[]): string {
  return columns
    .map((id) => (shares[id] === undefined ? `${least[id]}rem` : `minmax(${least[id]}rem, ${shares[id]}fr)`))
    .join(' ');
}

/** The minimum width of a row, in rem. */
export function toLeastWidth(columns: readonly ColumnId[]): number {
  return columns.reduce((sum, id) => sum + least[id] + gap, padding - gap);
}

/**
 * The columns that fit in a list of this width, in order. Earlier columns have priority. The question is always kept,
 * because it is the link of the row.
 */
export function listFittingColumns(columns: readonly ColumnId[], widthRem: number): readonly ColumnId[] {
  let left = widthRem - padding - least.question;
  return columns.filter((id) => {
    if (id === 'question') return true;
    const isRoom = left >= least[id] + gap;
    if (isRoom) left -= least[id] + gap;
    return isRoom;
  });
}
