import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ItemAnswer } from '../../../src/contract/item-answer.ts';
import type { ItemRowPage } from '../../../src/contract/item-row.ts';
import { myItemsQuery } from './assignments.ts';
import { datasetsQuery } from './datasets.ts';
import type { ItemKey } from './item-key.ts';
import { itemKeys, itemQuery, lastDoneQuery } from './items.ts';
import { statsQuery } from './workspace.ts';

/**
 * Shows what the server stored everywhere in the Studio. Call it with every answer to a change of an item. The item
 * itself, its place in the queue and its row change at once. What is counted or listed is fetched again: at once if the
 * item is new here or its status changed, otherwise the next time it is shown.
 */
export function recordStoredItem(client: QueryClient, answer: ItemAnswer): void {
  const key = { dataset: answer.datasetName, id: answer.id };
  const known = [client.getQueryData(itemQuery(key).queryKey), findQueuedItem(client, key)].filter(
    (item) => item !== undefined,
  );
  const isMoved = known.length === 0 || known.some(({ status }) => status !== answer.status);
  const queue = myItemsQuery().queryKey;
  client.setQueryData(itemQuery(key).queryKey, answer);
  client.setQueryData(
    queue,
    (mine) => mine && { items: mine.items.map((item) => (isItem(item, key) ? answer : item)) },
  );
  client.setQueriesData<RowPages>({ queryKey: itemKeys.allRows }, (data) => patchRows(data, answer));
  // Active rows are not fetched again: a row that no longer fits its filter stays until the reader leaves the table.
  void client.invalidateQueries({ queryKey: itemKeys.allRows, refetchType: 'none' });
  void client.invalidateQueries({ queryKey: itemKeys.revisions(key) });
  refreshItemLists(client, isMoved ? 'active' : 'none');
}

/** Marks everything that counts or lists items as outdated, rows and single items apart. */
export function refreshItemLists(client: QueryClient, refetchType: 'active' | 'none' = 'active'): void {
  const lists = [itemKeys.counts, itemKeys.hits, lastDoneQuery().queryKey, myItemsQuery().queryKey];
  for (const queryKey of [...lists, statsQuery().queryKey, datasetsQuery().queryKey, ['audit'], ['drafts']]) {
    void client.invalidateQueries({ queryKey, refetchType });
  }
}

/** The item as it was last read, alone or in the queue, to show at once. */
export function findKnownItem(client: QueryClient, key: ItemKey): ItemAnswer | undefined {
  const queued = findQueuedItem(client, key);
  const read = client.getQueryData(itemQuery(key).queryKey);
  return read !== undefined && read.revision >= (queued?.revision ?? 0) ? read : queued;
}

function findQueuedItem(client: QueryClient, key: ItemKey): ItemAnswer | undefined {
  return client.getQueryData(myItemsQuery().queryKey)?.items.find((item) => isItem(item, key));
}

type RowPages = InfiniteData<ItemRowPage, string | undefined>;

/** Loaded rows with the new state of one item, in its place. Pages without the item stay the same objects. */
function patchRows(data: RowPages | undefined, item: ItemAnswer): RowPages | undefined {
  if (data === undefined) return undefined;
  const isRow = (row: ItemKey) => row.dataset === item.datasetName && row.id === item.id;
  const { status, revision, _etag, updatedAt, updatedBy } = item;
  const change = { status, revision, _etag, updatedAt, updatedBy };
  const toPage = (page: ItemRowPage) =>
    page.rows.some(isRow)
      ? { ...page, rows: page.rows.map((row) => (isRow(row) ? { ...row, ...change } : row)) }
      : page;
  return { ...data, pages: data.pages.map(toPage) };
}

function isItem(item: ItemAnswer, { dataset, id }: ItemKey): boolean {
  return item.datasetName === dataset && item.id === id;
}
