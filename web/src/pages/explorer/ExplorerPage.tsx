import { useRef } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { ItemOrder } from '../../data/items.ts';
import { withoutBlank } from './address/explorer-search.ts';
import { ExplorerBar } from './ExplorerBar.tsx';
import { ActiveFilters } from './filters/ActiveFilters.tsx';
import { ItemList } from './ItemList.tsx';
import { ListTools } from './ListTools.tsx';
import { findFilterProblem, listTurnTagHints, toCountText } from './list-facts.ts';
import { SideFilters } from './SideFilters.tsx';
import { SidePreview } from './SidePreview.tsx';
import { SortChoice } from './SortChoice.tsx';
import { useItemRows } from './table/use-item-rows.ts';
import { useColumns } from './use-columns.ts';
import { useExplorerView } from './use-explorer-view.ts';
import { useOnlyHit } from './use-only-hit.ts';
import { useRowActs } from './use-row-acts.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useShownFilters } from './use-shown-filters.ts';

/** All items: found, sorted, looked at, exported. */
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
