import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { toUrlKey } from '../../../src/conversation/url.ts';
import { type ItemKey, toKeyText } from './item-key.ts';
import { keepInBrowser } from './kept-records.ts';

const VisitedRef = z.object({ url: z.string(), at: z.string() });
export type VisitedRef = z.infer<typeof VisitedRef>;

const visitedRefs = keepInBrowser('visited-refs', VisitedRef);

const toPrefix = (key: ItemKey) => `${toKeyText(key)} `;

/** The references of an item that were opened on this computer, with the time of the last visit. */
export function visitedRefsQuery(key: ItemKey) {
  return queryOptions({
    queryKey: ['visited-refs', key.dataset, key.id],
    queryFn: () => visitedRefs.list(toPrefix(key)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Records that a person opened a reference of an item. */
export async function markVisited(client: QueryClient, key: ItemKey, url: string): Promise<void> {
  const visited: VisitedRef = { url: toUrlKey(url), at: new Date().toISOString() };
  client.setQueryData(visitedRefsQuery(key).queryKey, (before = []) => [
    ...before.filter((other) => other.url !== visited.url),
    visited,
  ]);
  await visitedRefs.put(`${toPrefix(key)}${visited.url}`, visited);
}

/** The time of the last visit. */
export function findVisit(visits: readonly VisitedRef[], url: string): string | undefined {
  const key = toUrlKey(url);
  return visits.find((visit) => visit.url === key)?.at;
}

/** A question whose labels by others a person has seen. Labels that they give from then on are not blind. */
const SeenLabels = z.object({ turnIndex: z.number().nullable(), question: z.string() });
export type SeenLabels = z.infer<typeof SeenLabels>;

const seenLabels = keepInBrowser('seen-labels', SeenLabels);

export function seenLabelsQuery(key: ItemKey) {
  return queryOptions({
    queryKey: ['seen-labels', key.dataset, key.id],
    queryFn: () => seenLabels.list(toPrefix(key)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function markSeen(client: QueryClient, key: ItemKey, seen: SeenLabels): Promise<void> {
  client.setQueryData(seenLabelsQuery(key).queryKey, (before = []) => [...before, seen]);
  await seenLabels.put(`${toPrefix(key)}${JSON.stringify([seen.turnIndex, seen.question])}`, seen);
}
