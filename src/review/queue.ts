import type { ItemRecord } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';

/** The items assigned to the caller. `requested` is the wanted total, including those already assigned. */
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

/** The drafts assigned to the caller. */
export function listAssignments({ store }: ReviewContext, actor: string): Promise<readonly ItemRecord[]> {
  return store.queue.mine(actor);
}
