import type { ItemStatus } from '../conversation/item.ts';
import type { ItemKey, ItemRecord } from '../store/item-port.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import type { ReviewContext } from './review-context.ts';

/** Brings back a deleted item with the status it had; one in review is a draft again. One that is not deleted stays as it is. */
export async function restoreItem(context: ReviewContext, request: ItemRequest): Promise<ItemRecord> {
  // Read before the change: while the ETag that the caller read still holds, no revision was added since.
  const status = await findStatusBefore(context, request.key);
  return changeItem(context, request, {
    decide: (current) => (current.status === 'deleted' ? { action: 'restore', status } : undefined),
  });
}

/** Consecutive revisions are seldom all deleted: an import may write over a deleted item and leave it so. */
const pageSize = 20;

async function findStatusBefore({ store }: ReviewContext, key: ItemKey): Promise<ItemStatus> {
  for (let before: number | undefined; ; ) {
    const page = await store.items.revisions(key, { limit: pageSize, ...(before === undefined ? {} : { before }) });
    const alive = page.find(({ status }) => status !== 'deleted');
    if (alive !== undefined) return isInReview(alive.status) ? 'draft' : alive.status;
    if (page.length < pageSize) return 'draft';
    before = page.at(-1)?.revision;
  }
}

function isInReview(status: ItemStatus): boolean {
  return status === 'in-review' || status === 'awaiting-adjudication';
}
