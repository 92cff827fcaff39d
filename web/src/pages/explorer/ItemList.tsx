import type { ItemFilter, ItemOrder } from '../../data/items.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { isRefused } from './list-facts.ts';
import { NothingFits } from './NothingFits.tsx';
import type { ShownColumns } from './table/fitting-columns.ts';
import { ItemCards } from './table/ItemCards.tsx';
import { ItemTable } from './table/ItemTable.tsx';
import type { RowActs } from './table/row-acts.ts';
import type { ItemRows } from './table/use-item-rows.ts';
import type { RowCursor } from './table/use-row-window.ts';
import type { ChangeFilter } from './use-explorer-view.ts';
import { useMedia } from './use-media.ts';

export interface ItemListProps {
  readonly list: ItemRows;
  readonly listKey: string;
  readonly cursor: RowCursor;
  readonly acts: RowActs;
  readonly columns: ShownColumns;
  readonly filter: { readonly value: ItemFilter; readonly onChange: ChangeFilter; readonly onClear: () => void };
  readonly order: { readonly value: ItemOrder; readonly onChange: (order: ItemOrder) => void };
}

/** The items that fit: as a table, as cards where it is narrow, or why there are none. */
export function ItemList({ list, listKey, cursor, acts, columns, filter, order }: ItemListProps) {
  const isNarrow = useMedia('(width < 48rem)');
  if (list.status === 'fault') {
    // Asking again for what was refused gives the same answer.
    return isRefused(list.error) ? (
      <FaultView error={list.error} title="One of the filters is invalid. Change it, or clear all filters." />
    ) : (
      <FaultView error={list.error} onRetry={list.retry} title="Couldn't load conversations." />
    );
  }
  if (list.status === 'ready' && list.total === 0 && !list.isOld)
    return <NothingFits filter={filter.value} onChange={filter.onChange} onClear={filter.onClear} />;
  const keyword = filter.value.keyword ?? '';
  const common = { list, listKey, cursor, acts, keyword };
  return isNarrow ? <ItemCards {...common} /> : <ItemTable {...common} columns={columns} order={order} />;
}
