import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemRow } from '../../../../src/contract/item-row.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { ItemKey } from '../../data/item-key.ts';
import type { ItemFilter, ItemOrder } from '../../data/items.ts';
import { Drawer } from '../../parts/dialog/Drawer.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { withoutBlank } from './address/explorer-search.ts';
import { ExplorerBar } from './ExplorerBar.tsx';
import { ActiveFilters } from './filters/ActiveFilters.tsx';
import { FilterPane, type FilterPaneProps } from './filters/FilterPane.tsx';
import { ListTools } from './ListTools.tsx';
import { NoMatches } from './NoMatches.tsx';
import { SidePreview } from './SidePreview.tsx';
import type { ShownColumns } from './table/fitting-columns.ts';
import { ItemCards } from './table/ItemCards.tsx';
import { ItemTable } from './table/ItemTable.tsx';
import type { RowActs } from './table/RowLink.tsx';
import { SortChoice } from './table/SortChoice.tsx';
import {
  findFilterProblem,
  type ItemRows,
  isRefused,
  listTurnTagHints,
  toCountText,
  useItemRows,
} from './table/use-item-rows.ts';
import { type MovingCursor, type RowCursor, useRowCursor } from './table/use-row-window.ts';
import { useColumns } from './use-columns.ts';
import { type ChangeFilter, type ChangeView, type ExplorerAddress, useExplorerView } from './use-explorer-view.ts';
import { useMedia } from './use-media.ts';
import { filterIds, type ShownFilters, useShownFilters } from './use-shown-filters.ts';

/** All items, to search, filter, sort, preview and export. */
export function ExplorerPage() {
  usePageTitle('Browse');
  const address = useExplorerView();
  const { view, change, changeFilter } = address;
  const { filter, order, open } = view;
  const field = useRef<HTMLInputElement>(null);
  const list = useItemRows(filter, order);
  const listKey = JSON.stringify([filter, order]);
  const moving = useRowCursor(list.rows, listKey, open);
  const acts = useRowActs(change, moving.put);
  const columns = useColumns(address);
  const shown = useShownFilters();
  const problemOf = (name: keyof typeof filter) => findFilterProblem(list.error, name);
  const openOnlyHit = useOnlyHit(filter.keyword ?? '', list);
  const search = (keyword: string) => {
    openOnlyHit(undefined);
    changeFilter((now) => withoutBlank({ ...now, keyword: keyword.trim() }), 'replace');
  };
  const sort = (next: ItemOrder) => change((now) => ({ ...now, order: next }));
  const clear = () => {
    changeFilter(() => ({}));
    field.current?.focus();
  };
  useRowKeys({ address, moving, search: field });
  useAction('explorer.clear', Object.keys(filter).length > 0 ? clear : undefined);
  const filters = { filter, onChange: changeFilter };
  return (
    <div className="relative flex h-full min-h-0">
      <SideFilters {...filters} problemOf={problemOf} shown={shown} turnTagHints={listTurnTagHints(list.rows)} />
      <section aria-label="Conversations" className="@container flex min-w-0 flex-1 flex-col">
        <ExplorerBar
          keyword={filter.keyword ?? ''}
          onDown={moving.enter}
          onEnter={openOnlyHit}
          onKeyword={search}
          problem={problemOf('keyword')}
          searchRef={field}
        >
          <ListTools columns={columns} filter={filter} shown={shown} />
        </ExplorerBar>
        <ActiveFilters {...filters} count={toCountText(list)} onClear={clear}>
          <SortChoice onChange={sort} order={order} />
        </ActiveFilters>
        <ItemList
          acts={acts}
          columns={{ chosen: columns.columns, mustFit: open !== undefined }}
          cursor={moving.cursor}
          filter={{ value: filter, onChange: changeFilter, onClear: clear }}
          list={list}
          listKey={listKey}
          order={{ value: order, onChange: sort }}
        />
      </section>
      {open !== undefined && (
        <SidePreview
          itemKey={open}
          keyword={filter.keyword ?? ''}
          onClose={() => change(({ open: _, ...now }) => now, 'replace')}
        />
      )}
    </div>
  );
}

/**
 * Enter in the search opens the result if it is the only one, as soon as the response arrives. Returns the handler of
 * Enter, which takes the text of the field.
 */
function useOnlyHit(keyword: string, { status, isOld, total, rows }: ItemRows): (text?: string) => void {
  const navigate = useNavigate();
  /** The text searched for when Enter was pressed. Undefined before Enter and after the response. */
  const [asked, setAsked] = useState<string>();
  const isAnswered = asked === keyword && status !== 'loading' && !isOld;
  const only = status === 'ready' && total === 1 ? rows[0] : undefined;
  useEffect(() => {
    if (!isAnswered) return;
    setAsked(undefined);
    if (only === undefined) return;
    void navigate({ to: '/review/$dataset/$id', params: { dataset: only.dataset, id: only.id } });
  }, [isAnswered, only, navigate]);
  return setAsked;
}

/** The actions of a row. The functions stay the same, so that rows do not render again. */
function useRowActs(change: ChangeView, put: (index: number) => void): RowActs {
  const navigate = useNavigate();
  const latestPut = useRef(put);
  useEffect(() => {
    latestPut.current = put;
  });
  return useMemo(
    () => ({
      onPick: (index, open) => {
        latestPut.current(index);
        change((now) => ({ ...now, open }), 'replace');
      },
      onReview: (params) => void navigate({ to: '/review/$dataset/$id', params }),
    }),
    [change, navigate],
  );
}

interface SideFiltersProps extends FilterPaneProps {
  readonly shown: ShownFilters;
}

/** The filters, next to the list or over it if there is no room. */
function SideFilters({ shown, ...pane }: SideFiltersProps) {
  if (!shown.isWide) {
    return (
      <Drawer isOpen={shown.isOpen} onClose={shown.toggle} side="left" title="Filters">
        <FilterPane {...pane} />
      </Drawer>
    );
  }
  if (!shown.isOpen) return null;
  return (
    <aside aria-label="Filters" className="w-60 shrink-0 overflow-y-auto border-line border-r" id={filterIds.pane}>
      <FilterPane {...pane} />
    </aside>
  );
}

interface RowKeysOptions {
  readonly address: ExplorerAddress;
  readonly moving: MovingCursor;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The keys that move through the rows. An open preview follows. */
function useRowKeys({ address, moving, search }: RowKeysOptions): void {
  const { view, change } = address;
  const { row, move } = moving;
  const navigate = useNavigate();
  const show = (key: ItemKey | undefined) =>
    change(({ open: _, ...now }) => (key ? { ...now, open: key } : now), 'replace');
  const walk = (by: -1 | 1) => {
    const next = move(by);
    if (next !== undefined && view.open !== undefined) show(toKey(next));
  };
  useAction('explorer.search', () => search.current?.select());
  useAction('explorer.next', () => walk(1));
  useAction('explorer.previous', () => walk(-1));
  useAction('explorer.preview', row || view.open ? () => show(view.open || !row ? undefined : toKey(row)) : undefined);
  useAction('explorer.close', view.open && (() => show(undefined)));
  const key = row === undefined ? view.open : toKey(row);
  useAction('explorer.review', key && (() => void navigate({ to: '/review/$dataset/$id', params: key })));
  useAction('explorer.history', key && (() => void navigate({ to: '/items/$dataset/$id/history', params: key })));
}

function toKey({ dataset, id }: ItemRow): ItemKey {
  return { dataset, id };
}

interface ItemListProps {
  readonly list: ItemRows;
  readonly listKey: string;
  readonly cursor: RowCursor;
  readonly acts: RowActs;
  readonly columns: ShownColumns;
  readonly filter: { readonly value: ItemFilter; readonly onChange: ChangeFilter; readonly onClear: () => void };
  readonly order: { readonly value: ItemOrder; readonly onChange: (order: ItemOrder) => void };
}

/** The matching items as a table, as cards on narrow screens, or the reason why there are none. */
function ItemList({ list, listKey, cursor, acts, columns, filter, order }: ItemListProps) {
  const isNarrow = useMedia('(width < 48rem)');
  if (list.status === 'fault') {
    // Retrying a refused request would give the same answer.
    return isRefused(list.error) ? (
      <FaultView error={list.error} title="One of the filters is invalid. Change it, or clear all filters." />
    ) : (
      <FaultView error={list.error} onRetry={list.retry} title="Couldn't load conversations." />
    );
  }
  if (list.status === 'ready' && list.total === 0 && !list.isOld)
    return <NoMatches filter={filter.value} onChange={filter.onChange} onClear={filter.onClear} />;
  const keyword = filter.value.keyword ?? '';
  const common = { list, listKey, cursor, acts, keyword };
  return isNarrow ? <ItemCards {...common} /> : <ItemTable {...common} columns={columns} order={order} />;
}
