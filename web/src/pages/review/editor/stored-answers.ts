import type { QueryClient } from '@tanstack/react-query';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { myItemsQuery } from '../../../data/assignments.ts';
import { lastDoneQuery } from '../../../data/done-today.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { itemKeys, itemQuery } from '../../../data/items.ts';

/**
 * Lets the whole Studio see what the server has now. An edit only replaces what is shown of the item: lists that need
 * asking again are asked when they are shown again, or at once when the status changed.
 */
export function recordStored(client: QueryClient, answer: ItemAnswer): void {
  const key = { dataset: answer.datasetName, id: answer.id };
  const query = itemQuery(key).queryKey;
  const queue = myItemsQuery().queryKey;
  const shown = client.getQueryData(queue)?.items.find((item) => isSameItem(item, answer));
  const isMoved = [client.getQueryData(query), shown].some((before) => before && before.status !== answer.status);
  client.setQueryData(query, answer);
  client.setQueryData(queue, (mine) => mine && { items: mine.items.map((item) => (item === shown ? answer : item)) });
  const refetchType = isMoved ? 'active' : 'none';
  for (const queryKey of listTouched(key)) void client.invalidateQueries({ queryKey, refetchType });
}

/** The item as it was read last, alone or in the queue: something to show at once. */
export function findKnown(client: QueryClient, { dataset, id }: ItemKey): ItemAnswer | undefined {
  const queue = client.getQueryData(myItemsQuery().queryKey)?.items ?? [];
  const queued = queue.find((item) => item.id === id && item.datasetName === dataset);
  const read = client.getQueryData(itemQuery({ dataset, id }).queryKey);
  return read !== undefined && read.revision >= (queued?.revision ?? 0) ? read : queued;
}

function listTouched(key: ItemKey) {
  return [
    [...itemKeys.all, 'rows'],
    lastDoneQuery().queryKey,
    itemKeys.revisions(key),
    myItemsQuery().queryKey,
    ...[['stats'], ['audit'], ['datasets'], ['drafts']],
  ];
}

function isSameItem(a: ItemAnswer, b: ItemAnswer): boolean {
  return a.id === b.id && a.datasetName === b.datasetName;
}
