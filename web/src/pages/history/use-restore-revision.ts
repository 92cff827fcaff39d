import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemAnswer } from '../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../src/conversation/item/item.ts';
import { ApiFault } from '../../data/api-fault.ts';
import { putItem, restoreItem, restoreRevision } from '../../data/change-item.ts';
import { toChangedFields, toEditedItem } from '../../data/edited-item.ts';
import type { ItemKey } from '../../data/item-key.ts';
import { itemKeys, itemQuery } from '../../data/items.ts';
import { recordStoredItem } from '../../data/stored-item.ts';
import { showToast } from '../../parts/feedback/toasts.ts';
import { toSentence } from '../../parts/page/FaultView.tsx';

export interface RestoreRevision {
  /** Restores the content of a revision as a new revision. */
  readonly restore: (revision: number, item: Item) => void;
  /** Restores a deleted item. */
  readonly restoreDeleted: () => void;
  readonly isBusy: boolean;
}

export interface RestoreOptions {
  /** The latest revision that was shown. Newer changes are not overwritten unseen. */
  readonly newest: number | undefined;
  /** A new revision was created. */
  readonly onDone: () => void;
}

const staleTitle = 'Someone else just changed this conversation. Check the newest revision, then try again.';

export function useRestoreRevision(key: ItemKey, { newest, onDone }: RestoreOptions): RestoreRevision {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (task: () => Promise<unknown>) => task(),
    onError: (error) => {
      // What the page shows may be outdated, which may be why it failed.
      void client.invalidateQueries({ queryKey: itemKeys.all });
      showToast({ title: toFaultTitle(error), kind: 'fault' });
    },
  });
  const readCurrent = () => client.fetchQuery({ ...itemQuery(key), staleTime: 0 });
  const undo = (before: ItemAnswer, after: ItemAnswer) =>
    mutation.mutate(async () => {
      recordStoredItem(client, await putItem({ key, etag: after._etag, fields: toUndoFields(before, after) }));
      showToast({ title: 'Restore undone.' });
    });
  const restore = async (revision: number, item: Item) => {
    const current = await readCurrent();
    const fields = toChangedFields(toEditedItem(current), item);
    if (current.revision !== newest) {
      void client.invalidateQueries({ queryKey: itemKeys.revisions(key) });
      return showToast({ title: staleTitle, kind: 'fault' });
    }
    if (Object.keys(fields).length === 0) {
      return showToast({ title: `The conversation is already the same as revision ${revision}.` });
    }
    const answer = await restoreRevision({ key, etag: current._etag, revision });
    recordStoredItem(client, answer);
    showToast({
      title: toBackTitle(revision, current, answer),
      action: { label: 'Undo', run: () => undo(current, answer) },
    });
  };
  const restoreDeleted = async () => {
    recordStoredItem(client, await restoreItem({ key, etag: (await readCurrent())._etag }));
    showToast({ title: 'Conversation restored.' });
  };
  return {
    restore: (revision, item) => mutation.mutate(() => restore(revision, item), { onSuccess: onDone }),
    restoreDeleted: () => mutation.mutate(restoreDeleted, { onSuccess: onDone }),
    isBusy: mutation.isPending,
  };
}

function toBackTitle(revision: number, before: ItemAnswer, after: ItemAnswer): string {
  const title = `Restored revision ${revision} as revision ${after.revision}.`;
  return before.status !== after.status && after.status === 'draft'
    ? `${title} The conversation is a draft again.`
    : title;
}

/** Includes the status: restoring a revision turns an approved item into a draft. */
function toUndoFields(before: ItemAnswer, current: ItemAnswer) {
  const fields = toChangedFields(toEditedItem(current), toEditedItem(before));
  return before.status === current.status ? fields : { ...fields, status: before.status };
}

function toFaultTitle(error: unknown): string {
  if (error instanceof ApiFault && error.status === 412) return staleTitle;
  return `Couldn't restore. ${toSentence(error)}`;
}
