import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Draft } from '../../../data/drafts/draft.ts';
import { findMerged, rebase, type SyncState, startSync } from './sync-state.ts';

export interface Adopted {
  readonly state: SyncState;
  readonly adopted: readonly Draft[];
}

/** Merges the latest draft with those that do not conflict with it. The others wait until the item is opened again. */
export function adoptDrafts(stored: ItemAnswer | undefined, [latest, ...others]: readonly Draft[]): Adopted {
  if (latest === undefined) {
    if (stored === undefined) throw new Error('Neither a stored item nor a draft.');
    return { state: startSync(stored), adopted: [] };
  }
  let state: SyncState = stored === undefined ? latest : rebaseOnStored(latest, stored);
  const adopted = [latest];
  for (const other of others) {
    const merged = state.theirs === undefined ? findMerged(state, other) : undefined;
    if (merged === undefined) continue;
    state = merged;
    adopted.push(other);
  }
  return { state, adopted };
}

function rebaseOnStored(draft: Draft, stored: ItemAnswer): SyncState {
  const { state } = rebase(draft, stored);
  // The assignee may have changed without a new revision.
  return state.theirs === undefined ? { ...state, stored } : state;
}
