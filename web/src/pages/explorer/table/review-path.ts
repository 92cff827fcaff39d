import type { ItemKey } from '../../../data/item-key.ts';

/** The address of the review of an item. */
export function toReviewPath({ dataset, id }: ItemKey): string {
  return `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
}
