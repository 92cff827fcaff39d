import { queryOptions } from '@tanstack/react-query';
import { type ItemRow, ItemRowPage } from '../../../src/contract/item-row.ts';
import { askApi } from './ask-api.ts';
import { itemKeys } from './items.ts';
import { toQueryText } from './query-text.ts';

/** As many as one page holds: who did more than that today is told so. */
export const mostDone = 200;

/** What was approved or skipped last, by anybody. Asked again with the other lists of items. */
export function lastDoneQuery() {
  const filter = { status: ['approved', 'skipped'], sortBy: 'updatedAt', sortOrder: 'desc' } as const;
  return queryOptions({
    // Not among the rows: what patches those knows pages only.
    queryKey: [...itemKeys.all, 'last-done'],
    queryFn: ({ signal }) => {
      const query = toQueryText({ ...filter, view: 'row', limit: mostDone });
      return askApi({ schema: ItemRowPage, path: `/v1/ground-truths${query}`, signal });
    },
    staleTime: 30_000,
  });
}

/** How many of them one person did since midnight, where that person is. */
export function countDoneToday(rows: readonly ItemRow[], me: string | undefined, now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  // An approved item says when it was; a comment later that day does not approve it again.
  return rows.filter((row) => row.updatedBy === me && (row.reviewedAt ?? row.updatedAt) >= midnight).length;
}
