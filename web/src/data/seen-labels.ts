import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { type ItemKey, toKeyText } from './item-key.ts';
import { keepInBrowser } from './kept-records.ts';

/** Where somebody looked at the labels of others before giving one: what they give from then on is not blind. */
const SeenLabels = z.object({ turnIndex: z.number().nullable(), question: z.string() });
export type SeenLabels = z.infer<typeof SeenLabels>;

const kept = keepInBrowser('seen-labels', SeenLabels);

const toPrefix = (key: ItemKey) => `${toKeyText(key)} `;

export function seenLabelsQuery(key: ItemKey) {
  return queryOptions({
    queryKey: ['seen-labels', key.dataset, key.id],
    queryFn: () => kept.list(toPrefix(key)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function markSeen(client: QueryClient, key: ItemKey, seen: SeenLabels): Promise<void> {
  client.setQueryData(seenLabelsQuery(key).queryKey, (before = []) => [...before, seen]);
  await kept.put(`${toPrefix(key)}${JSON.stringify([seen.turnIndex, seen.question])}`, seen);
}
