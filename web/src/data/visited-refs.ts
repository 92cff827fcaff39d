import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { toUrlKey } from '../../../src/conversation/url.ts';
import { type ItemKey, toKeyText } from './item-key.ts';
import { keepInBrowser } from './kept-records.ts';

const VisitedRef = z.object({ url: z.string(), at: z.string() });
export type VisitedRef = z.infer<typeof VisitedRef>;

const kept = keepInBrowser('visited-refs', VisitedRef);

const toPrefix = (key: ItemKey) => `${toKeyText(key)} `;

/** The sources of an item that were opened on this computer, and when last. */
export function visitedRefsQuery(key: ItemKey) {
  return queryOptions({
    queryKey: ['visited-refs', key.dataset, key.id],
    queryFn: () => kept.list(toPrefix(key)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Remembers that somebody opened a source of an item. */
export async function markVisited(client: QueryClient, key: ItemKey, url: string): Promise<void> {
  const visited: VisitedRef = { url: toUrlKey(url), at: new Date().toISOString() };
  client.setQueryData(visitedRefsQuery(key).queryKey, (before = []) => [
    ...before.filter((other) => other.url !== visited.url),
    visited,
  ]);
  await kept.put(`${toPrefix(key)}${visited.url}`, visited);
}

/** When the source was opened last. */
export function findVisit(visits: readonly VisitedRef[], url: string): string | undefined {
  const key = toUrlKey(url);
  return visits.find((visit) => visit.url === key)?.at;
}
