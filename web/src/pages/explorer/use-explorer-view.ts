import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ItemFilter } from '../../data/items.ts';
import { type ExplorerView, parseExplorerSearch, toExplorerSearch } from './address/explorer-search.ts';

/** `replace`: Back does not stop here. For typing, and for walking through rows. */
type How = 'push' | 'replace';

/** Made of what is in the address at that moment, so that two changes at once both hold. */
export type ChangeView = (toNext: (view: ExplorerView) => ExplorerView, how?: How) => void;
export type ChangeFilter = (toNext: (filter: ItemFilter) => ItemFilter, how?: How) => void;

export interface ExplorerAddress {
  readonly view: ExplorerView;
  readonly change: ChangeView;
  readonly changeFilter: ChangeFilter;
}

/** What the address says is shown, and the way to change it. */
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
