import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ItemFilter } from '../../data/items.ts';
import { type ExplorerView, parseExplorerSearch, toExplorerSearch } from './address/explorer-search.ts';

/** `replace` adds no history entry. For typing, and for moving through rows. */
type How = 'push' | 'replace';

/** Updates the current view, so that two changes at once both take effect. */
export type ChangeView = (toNext: (view: ExplorerView) => ExplorerView, how?: How) => void;
export type ChangeFilter = (toNext: (filter: ItemFilter) => ItemFilter, how?: How) => void;

export interface ExplorerAddress {
  readonly view: ExplorerView;
  readonly change: ChangeView;
  readonly changeFilter: ChangeFilter;
}

/** The view in the address, and functions that change it. */
export function useExplorerView(): ExplorerAddress {
  const search = useSearch({ from: '/items' });
  const navigate = useNavigate({ from: '/items' });
  const view = useMemo(() => parseExplorerSearch(search), [search]);
  const change: ChangeView = useCallback(
    (toNext, how = 'push') => {
      void navigate({
        to: '/items',
        search: (before) => toExplorerSearch(toNext(parseExplorerSearch(before))),
        replace: how === 'replace',
      });
    },
    [navigate],
  );
  const changeFilter: ChangeFilter = useCallback(
    (toNext, how) => change((now) => ({ ...now, filter: toNext(now.filter) }), how),
    [change],
  );
  return { view, change, changeFilter };
}
