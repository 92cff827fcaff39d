import { useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ItemOrder } from '../../../data/items.ts';
import { type ColumnId, columnIds } from '../address/column-ids.ts';
import { type ItemTableMeta, itemColumns, itemTableFeatures } from './item-columns.tsx';
import type { ShownRow } from './shown-row.ts';
import { toItemOrder, toSorting } from './sorting.ts';

export interface ItemTableOptions extends ItemTableMeta {
  /** Only those in sight: the model of 100 000 rows takes a third of a second to build, with every page that arrives. */
  readonly rows: ShownRow[];
  readonly columns: readonly ColumnId[];
  readonly order: { readonly value: ItemOrder; readonly onChange: (order: ItemOrder) => void };
}

/** The table over the rows in sight. The server filters and sorts, so they are all it has to know. */
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
