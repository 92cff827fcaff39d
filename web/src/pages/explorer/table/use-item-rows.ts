import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { renderNumberOf } from '../../../../../src/base/number-of.ts';
import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import { ApiFault } from '../../../data/api-fault.ts';
import { type ItemFilter, type ItemOrder, itemRowsQuery } from '../../../data/items.ts';

/** The rows loaded so far, and a function that loads more. */
export interface ItemRows {
  readonly status: 'loading' | 'fault' | 'ready';
  readonly rows: readonly ItemRow[];
  /** The number of matching items, loaded or not. */
  readonly total: number;
  /** The rows belong to the previous filter. Those of the new one are loading. */
  readonly isOld: boolean;
  readonly more: 'none' | 'waiting' | 'loading' | 'fault';
  readonly error: unknown;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** At most this many pages are fetched again when you return to the list. */
const freshPages = 20;
const noRows: readonly ItemRow[] = [];

export function useItemRows(filter: ItemFilter, order: ItemOrder): ItemRows {
  const query = useInfiniteQuery({
    ...itemRowsQuery({ ...filter, ...order }),
    placeholderData: keepPreviousData,
    // Either would fetch all pages again, one after another.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= freshPages,
  });
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? noRows, [data]);
  const { fetchNextPage, refetch } = query;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const isFault = query.isLoadingError;
  return {
    status: isFault ? 'fault' : data === undefined ? 'loading' : 'ready',
    rows,
    total: data?.pages[0]?.total ?? rows.length,
    isOld: isPlaceholderData,
    more: toMore({ hasNextPage, isFetchingNextPage, isFetchNextPageError }),
    error: query.error,
    loadMore,
    retry: () => void refetch(),
  };
}

interface NextPage {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
}

function toMore({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: NextPage): ItemRows['more'] {
  if (isFetchingNextPage) return 'loading';
  if (isFetchNextPageError) return 'fault';
  return hasNextPage ? 'waiting' : 'none';
}

/** The number of matching items as text. Empty until it is known. */
export function toCountText({ status, total, isOld }: Pick<ItemRows, 'status' | 'total' | 'isOld'>): string {
  if (status !== 'ready' || isOld) return '';
  return renderNumberOf(total, 'conversation');
}

/** Whether the server understood the request but refused it. */
export function isRefused(error: unknown): error is ApiFault {
  return error instanceof ApiFault && error.status === 422;
}

/** The server's error for a filter. It names the parameter and the index in a list. */
export function findFilterProblem(error: unknown, name: keyof ItemFilter): string | undefined {
  if (!isRefused(error)) return undefined;
  return error.problems.find(({ path }) => path.replace(/[.[].*$/, '') === name)?.message;
}

const mostHints = 8;

/** The most frequent turn tags of the first rows, as suggestions. */
export function listTurnTagHints(rows: readonly { readonly turnTags: readonly string[] }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { turnTags } of rows.slice(0, 100))
    for (const tag of turnTags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const sorted = [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return sorted.slice(0, mostHints).map(([tag]) => tag);
}
