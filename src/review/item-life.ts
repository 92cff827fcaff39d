import { Fault } from '../base/fault.ts';
import type { ItemStatus } from '../conversation/item/item.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import { fromBody, toItemContent } from '../curate/item-content.ts';
import type { ItemKey, ItemRecord } from '../store/item-port.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import { getItem } from './read-item.ts';
import type { ReviewContext } from './review-context.ts';

/**
 * Restores a deleted item with its previous status. An item that was in review becomes a draft, and so does an approved
 * item whose content changed while it was deleted. An item that is not deleted stays as it is.
 */
export async function restoreItem(context: ReviewContext, request: ItemRequest): Promise<ItemRecord> {
  // Read before the change: if the caller's ETag is still right, no revision was added in between.
  const { status, body } = await findAlive(context, request.key);
  return changeItem(context, request, {
    decide: (current) => {
      if (current.status !== 'deleted') return undefined;
      const isReviewed = status !== 'approved' || body === current.body;
      return { action: 'restore', status: isReviewed ? status : 'draft' };
    },
  });
}

interface Alive {
  readonly status: ItemStatus;
  readonly body?: string;
}

/** Several deleted revisions in a row are rare: an import can overwrite a deleted item and leave it deleted. */
const pageSize = 20;

/** The latest state in which the item was not deleted. */
async function findAlive({ store }: ReviewContext, key: ItemKey): Promise<Alive> {
  for (let before: number | undefined; ; ) {
    const page = await store.items.revisions(key, { limit: pageSize, ...(before === undefined ? {} : { before }) });
    const alive = page.find(({ status }) => status !== 'deleted');
    if (alive !== undefined) return { status: isInReview(alive.status) ? 'draft' : alive.status, body: alive.body };
    if (page.length < pageSize) return { status: 'draft' };
    before = page.at(-1)?.revision;
  }
}

function isInReview(status: ItemStatus): boolean {
  return status === 'in-review' || status === 'awaiting-adjudication';
}

/** Marks an item as deleted. Everything else stays, so that it can be restored. */
export function deleteItem(context: ReviewContext, request: ItemRequest): Promise<ItemRecord> {
  return changeItem(context, request, {
    decide: ({ status }) => (status === 'deleted' ? undefined : { action: 'delete', status: 'deleted' }),
  });
}

/** A copy to rephrase: a draft assigned to the actor, tagged `rephrase:<id>`, with the same turns and turn ids. */
export async function duplicateItem(
  context: ReviewContext,
  { key, actor }: { readonly key: ItemKey; readonly actor: string },
): Promise<ItemRecord> {
  const original = await getItem(context, key);
  if (original.status === 'deleted') {
    const message = `The item "${key.id}" is deleted.`;
    throw new Fault({ code: 'ITEM_DELETED', message, hint: 'Restore it first, then copy it.' });
  }
  const item = fromBody(original.body, 'draft');
  const assistantRoles = (await context.store.datasets.assistantRoles())(key.dataset);
  // An id is never blank, so it always makes a tag. A copy of a copy names the item that it was copied from.
  const tag = toItemTag(`rephrase:${key.id}`) ?? '';
  const manualTags = [...item.manualTags.filter((given) => !given.startsWith('rephrase:')), tag];
  for (;;) {
    const id = `${key.id}-copy-${context.newTurnId()}`;
    const { result: isNew, record } = await context.store.items.change<boolean>({
      key: { dataset: key.dataset, id },
      actor,
      decide: (current) => {
        if (current !== undefined) return { result: false };
        const content = toItemContent({ ...item, id, manualTags }, assistantRoles);
        return { result: true, write: { action: 'duplicate', status: 'draft', content, assignedTo: actor } };
      },
    });
    if (isNew && record !== undefined) return record;
  }
}
