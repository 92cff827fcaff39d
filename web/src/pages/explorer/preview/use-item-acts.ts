import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { deleteItem, duplicateItem, restoreItem } from '../../../data/change-item.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { newId } from '../../../data/new-id.ts';
import { recordStoredItem } from '../../../data/stored-item.ts';
import { showToast } from '../../../parts/feedback/toasts.ts';
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
  const onError = (error: unknown) => showToast({ kind: 'fault', title: toSentence(error) });
  const remove = useMutation({
    mutationFn: (item: ItemAnswer) => deleteItem({ key: toKey(item), etag: item._etag }),
    onSuccess: (deleted) => {
      recordStoredItem(client, deleted);
      showToast({ title: `Deleted ${deleted.id}.`, action: { label: 'Undo', run: () => restore.mutate(deleted) } });
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: (item: ItemAnswer) => restoreItem({ key: toKey(item), etag: item._etag }),
    onSuccess: (restored) => {
      recordStoredItem(client, restored);
      showToast({ title: `Restored ${restored.id}.` });
    },
    onError,
  });
  const duplicate = useMutation({
    mutationFn: (item: ItemAnswer) => duplicateItem(toKey(item), newId()),
    onSuccess: (copy) => {
      recordStoredItem(client, copy);
      const run = () => void navigate({ to: '/review/$dataset/$id', params: toKey(copy) });
      showToast({ title: `Duplicated as ${copy.id}. It's assigned to you.`, action: { label: 'Review', run } });
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
