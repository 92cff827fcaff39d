import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ItemRowPage } from '../../../../../src/contract/item-row.ts';
import { deleteItem, duplicateItem, restoreItem } from '../../../data/change-item.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { itemKeys } from '../../../data/items.ts';
import { say } from '../../../parts/feedback/toasts.ts';
import { toSentence } from '../../../parts/page/FaultView.tsx';

export interface ItemActs {
  readonly isBusy: boolean;
  readonly duplicate: (item: ItemAnswer) => void;
  readonly remove: (item: ItemAnswer) => void;
  readonly restore: (item: ItemAnswer) => void;
}

/** What can be done with an item without opening it. Deleting is soft, and can be undone at once. */
export function useItemActs(): ItemActs {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onError = (error: unknown) => say({ kind: 'fault', title: toSentence(error) });
  const remove = useMutation({
    mutationFn: (item: ItemAnswer) => deleteItem({ key: toKey(item), etag: item._etag }),
    onSuccess: (gone) => {
      keep(client, gone);
      say({ title: `Deleted ${gone.id}.`, action: { label: 'Undo', run: () => restore.mutate(gone) } });
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: (item: ItemAnswer) => restoreItem({ key: toKey(item), etag: item._etag }),
    onSuccess: (back) => {
      keep(client, back);
      say({ title: `Restored ${back.id}.` });
    },
    onError,
  });
  const duplicate = useMutation({
    mutationFn: (item: ItemAnswer) => duplicateItem(toKey(item), crypto.randomUUID()),
    onSuccess: (copy) => {
      void client.invalidateQueries({ queryKey: itemKeys.all, refetchType: 'none' });
      const run = () => void navigate({ to: '/review/$dataset/$id', params: toKey(copy) });
      say({ title: `Duplicated as ${copy.id}. It's assigned to you.`, action: { label: 'Review', run } });
    },
    onError,
  });
  return {
    isBusy: remove.isPending || restore.isPending || duplicate.isPending,
    duplicate: duplicate.mutate,
    remove: remove.mutate,
    restore: restore.mutate,
  };
}

function toKey({ datasetName, id }: ItemAnswer): ItemKey {
  return { dataset: datasetName, id };
}

/** What the server answered is shown at once; lists that are not in sight are asked for again when they are. */
function keep(client: QueryClient, item: ItemAnswer): void {
  void client.invalidateQueries({ queryKey: itemKeys.all, refetchType: 'none' });
  void client.invalidateQueries({ queryKey: ['stats'] });
  void client.invalidateQueries({ queryKey: ['datasets'] });
  client.setQueryData(itemKeys.one(toKey(item)), item);
  client.setQueriesData<InfiniteData<ItemRowPage, string | undefined>>({ queryKey: ['items', 'rows'] }, (data) =>
    patchRows(data, item),
  );
}

type RowPages = InfiniteData<ItemRowPage, string | undefined>;

/**
 * Loaded rows with what an item has become. It keeps its place even where it would not fit any more, so that nothing
 * moves under the hand. Pages without it stay the same objects.
 */
export function patchRows(data: RowPages | undefined, item: ItemAnswer): RowPages | undefined {
  if (data === undefined) return undefined;
  const isIt = (row: { readonly dataset: string; readonly id: string }) =>
    row.dataset === item.datasetName && row.id === item.id;
  const { status, revision, _etag, updatedAt, updatedBy } = item;
  const change = { status, revision, _etag, updatedAt, updatedBy };
  const toPage = (page: ItemRowPage) =>
    page.rows.some(isIt) ? { ...page, rows: page.rows.map((row) => (isIt(row) ? { ...row, ...change } : row)) } : page;
  return { ...data, pages: data.pages.map(toPage) };
}
