import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { ItemAnswer, RevisionList } from '../../../src/contract/item-answer.ts';
import type { itemSorts } from '../../../src/contract/item-query.ts';
import { type ItemRow, ItemRowPage } from '../../../src/contract/item-row.ts';
import type { ItemStatus } from '../../../src/conversation/item/item.ts';
import { askApi } from './ask-api.ts';
import { type ItemKey, toItemPath, toKeyText } from './item-key.ts';
import { toQueryText } from './query-text.ts';

/** The filters of the list of items. */
export interface ItemFilter {
  readonly status?: readonly ItemStatus[];
  readonly dataset?: readonly string[];
  readonly tags?: readonly string[];
  readonly excludeTags?: readonly string[];
  readonly turnTags?: readonly string[];
  readonly itemId?: string;
  readonly refUrl?: string;
  readonly keyword?: string;
  readonly assignedTo?: string;
}

export interface ItemOrder {
  readonly sortBy?: (typeof itemSorts)[number];
  readonly sortOrder?: 'asc' | 'desc';
}

export const itemKeys = {
  all: ['items'] as const,
  allRows: ['items', 'rows'] as const,
  counts: ['items', 'count'] as const,
  hits: ['items', 'hits'] as const,
  one: ({ dataset, id }: ItemKey) => ['items', 'one', dataset, id] as const,
  rows: (filter: ItemFilter & ItemOrder) => [...itemKeys.allRows, filter] as const,
  revisions: ({ dataset, id }: ItemKey) => ['items', 'revisions', dataset, id] as const,
};

/** Reads the item from the server, not from a cache. */
export function readItem(key: ItemKey, signal?: AbortSignal): Promise<ItemAnswer> {
  return askApi({ schema: ItemAnswer, path: toItemPath(key), ...(signal === undefined ? {} : { signal }) });
}

export function itemQuery(key: ItemKey) {
  return queryOptions({
    queryKey: itemKeys.one(key),
    queryFn: ({ signal }) => readItem(key, signal),
  });
}

/** The table of items, page by page. The first page also counts all matches. */
export function itemRowsQuery(filter: ItemFilter & ItemOrder, limit = 100) {
  return infiniteQueryOptions({
    queryKey: itemKeys.rows(filter),
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === undefined ? { total: true } : { cursor: pageParam };
      const query = toQueryText({ ...filter, view: 'row', limit, ...page });
      return askApi({ schema: ItemRowPage, path: `/v1/ground-truths${query}`, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
}

/** How many items match. */
export function itemCountQuery(filter: ItemFilter) {
  return queryOptions({
    queryKey: [...itemKeys.counts, filter],
    queryFn: async ({ signal }) => {
      const query = toQueryText({ ...filter, view: 'row', limit: 1, total: true });
      const { total = 0 } = await askApi({ schema: ItemRowPage, path: `/v1/ground-truths${query}`, signal });
      return total;
    },
  });
}

export function revisionsQuery(key: ItemKey) {
  return infiniteQueryOptions({
    queryKey: itemKeys.revisions(key),
    queryFn: ({ pageParam, signal }) =>
      askApi({
        schema: RevisionList,
        path: `${toItemPath(key)}/revisions${toQueryText({ limit: 100, before: pageParam })}`,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ before }) => before ?? undefined,
  });
}

const RevisionAnswer = ItemAnswer.partial({ createdAt: true });
export type RevisionAnswer = z.output<typeof RevisionAnswer>;

export function revisionQuery(key: ItemKey, revision: number) {
  return queryOptions({
    queryKey: [...itemKeys.revisions(key), revision],
    queryFn: ({ signal }) =>
      askApi({
        schema: RevisionAnswer,
        path: `${toItemPath(key)}/revisions/${revision}`,
        signal,
      }),
    // A revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A few items whose id starts with the typed text, then items that contain it. */
export function itemHitsQuery(typed: string, limit = 6) {
  const text = typed.trim();
  const keyword = toPrefixWords(text);
  return queryOptions({
    queryKey: [...itemKeys.hits, text, limit],
    queryFn: async ({ signal }) => {
      const ask = (filter: { readonly itemId: string } | { readonly keyword: string }) => {
        const query = toQueryText({ ...filter, view: 'row', limit });
        return askApi({ schema: ItemRowPage, path: `/v1/ground-truths${query}`, signal });
      };
      const [byId, byWords] = await Promise.all([ask({ itemId: text }), keyword === '' ? undefined : ask({ keyword })]);
      return toDistinctRows([...byId.rows, ...(byWords?.rows ?? [])]).slice(0, limit);
    },
    enabled: text.length >= 2,
    retry: false,
  });
}

/** The typed text as a search: every word, the last one as a prefix, without operators. */
function toPrefixWords(text: string): string {
  const words = text.replace(/["*]/gu, ' ').trim();
  return words === '' ? '' : `${words}*`;
}

function toDistinctRows(rows: readonly ItemRow[]): readonly ItemRow[] {
  return [...new Map(rows.map((row) => [toKeyText(row), row])).values()];
}

/** One page of items. The Studio says so if a person did more today. */
export const mostDone = 200;

/** The items that anyone approved or skipped last. Fetched again with the other lists of items. */
export function lastDoneQuery() {
  const filter = { status: ['approved', 'skipped'], sortBy: 'updatedAt', sortOrder: 'desc' } as const;
  return queryOptions({
    // Not under the key of rows, because those are pages that are patched in place.
    queryKey: [...itemKeys.all, 'last-done'],
    queryFn: ({ signal }) => {
      const query = toQueryText({ ...filter, view: 'row', limit: mostDone });
      return askApi({ schema: ItemRowPage, path: `/v1/ground-truths${query}`, signal });
    },
    staleTime: 30_000,
  });
}

/** How many of them one person did since local midnight. */
export function countDoneToday(rows: readonly ItemRow[], me: string | undefined, now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  // An approved item has the time of its approval. A later comment does not approve it again.
  return rows.filter((row) => row.updatedBy === me && (row.reviewedAt ?? row.updatedAt) >= midnight).length;
}
