import type { ItemStatus } from '../conversation/item/item.ts';
import type { ItemKey, ItemRecord } from '../store/item-port.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import type { ReviewContext } from './review-context.ts';

/**
 * Brings back a deleted item with the status it had. One in review is a draft again, and so is an approved one whose
 * content changed while it was deleted. One that is not deleted stays as it is.
 */
export async function restoreItem(context: ReviewContext, request: ItemRequest): Promise<ItemRecord> {
  // Read before the change: while the ETag that the caller read still holds, no revision was added since.
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

/** Consecutive revisions are seldom all deleted: an import may write over a deleted item and leave it so. */
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
