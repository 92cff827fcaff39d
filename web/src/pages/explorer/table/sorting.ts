import type { SortingState } from '@tanstack/react-table';
import type { ItemOrder } from '../../../data/items.ts';
import { columnIds, sortOfColumn } from '../address/column-ids.ts';

/** The order as the table knows it, by column. Without a word the newest change is first, and ids go up. */
export function toSorting({ sortBy = 'updatedAt', sortOrder }: ItemOrder): SortingState {
  const id = columnIds.find((column) => sortOfColumn[column] === sortBy);
  const desc = sortOrder === undefined ? sortBy !== 'id' : sortOrder === 'desc';
  return id === undefined ? [] : [{ id, desc }];
}

/** As it stands in the address: what is so anyway is not said. */
export function toItemOrder([first]: SortingState): ItemOrder {
  const column = columnIds.find((id) => id === first?.id);
  const sortBy = column && sortOfColumn[column];
  if (first === undefined || sortBy === undefined) return {};
  const sortOrder = first.desc ? 'desc' : 'asc';
  const isUsual = first.desc === (sortBy !== 'id');
  return { ...(sortBy === 'updatedAt' ? {} : { sortBy }), ...(isUsual ? {} : { sortOrder }) };
}
