import type { ItemRecord } from '../store/item-port.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import type { ReviewContext } from './review-context.ts';

/** Marks an item as deleted; everything else of it stays, so that it can be restored. One that is deleted stays as it is. */
export function deleteItem(context: ReviewContext, request: ItemRequest): Promise<ItemRecord> {
  return changeItem(context, request, {
    decide: ({ status }) => (status === 'deleted' ? undefined : { action: 'delete', status: 'deleted' }),
  });
}
