import type { ItemRecord } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';

/** The caller's items to work on. `requested` is how many were wanted in all, those already held included. */
export interface ServedItems {
  readonly assigned: readonly ItemRecord[];
  readonly requested: number;
  readonly assignedCount: number;
}

/** Fills the caller's queue up to `limit` items. */
export async function selfServe(
  { store }: ReviewContext,
  { actor, limit }: { readonly actor: string; readonly limit: number },
): Promise<ServedItems> {
  const assigned = await store.queue.serve(actor, limit);
  return { assigned, requested: limit, assignedCount: assigned.length };
}

/** The drafts that the caller holds. */
export function listAssignments({ store }: ReviewContext, actor: string): Promise<readonly ItemRecord[]> {
  return store.queue.mine(actor);
}
