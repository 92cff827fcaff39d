import { type SortingState, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ItemOrder } from '../../../data/items.ts';
import { type ColumnId, columnIds, sortOfColumn } from '../address/column-ids.ts';
import { type ItemTableMeta, itemColumns, itemTableFeatures } from './item-columns.tsx';
import type { ShownRow } from './RowLink.tsx';

export interface ItemTableOptions extends ItemTableMeta {
  /** Only visible rows. Building the model of 100,000 rows takes a third of a second, for each page that arrives. */
  readonly rows: ShownRow[];
  readonly columns: readonly ColumnId[];
  readonly order: { readonly value: ItemOrder; readonly onChange: (order: ItemOrder) => void };
}

/** The table of visible rows. The server filters and sorts, so the table needs no other rows. */
export function useItemTable({ rows, columns, order, keyword, acts }: ItemTableOptions) {
  const state = useMemo(
    () => ({
      columnOrder: [...columns],
      columnVisibility: Object.fromEntries(columnIds.map((id) => [id, columns.includes(id)])),
      sorting: toSorting(order.value),
    }),
    [columns, order.value],
  );
  return useTable({
    features: itemTableFeatures,
    columns: itemColumns,
    data: rows,
    getRowId: ({ index }) => String(index),
    manualSorting: true,
    enableSortingRemoval: false,
    state,
    onSortingChange: (toNext) =>
      order.onChange(toItemOrder(typeof toNext === 'function' ? toNext(state.sorting) : toNext)),
    meta: { keyword, acts },
  });
}

/** The order as the table stores it, by column. Default: latest change first, but IDs ascending. */
export function toSorting({ sortBy = 'updatedAt', sortOrder }: ItemOrder): SortingState {
  const id = columnIds.find((column) => sortOfColumn[column] === sortBy);
  const desc = sortOrder === undefined ? sortBy !== 'id' : sortOrder === 'desc';
  return id === undefined ? [] : [{ id, desc }];
}

/** As written in the address, without default values. */
export function toItemOrder([first]: SortingState): ItemOrder {
  const column = columnIds.find((id) => id === first?.id);
  const sortBy = column && sortOfColumn[column];
  if (first === undefined || sortBy === undefined) return {};
  const sortOrder = first.desc ? 'desc' : 'asc';
  const isUsual = first.desc === (sortBy !== 'id');
  return { ...(sortBy === 'updatedAt' ? {} : { sortBy }), ...(isUsual ? {} : { sortOrder }) };
}
