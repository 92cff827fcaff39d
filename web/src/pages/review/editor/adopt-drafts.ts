import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Draft } from '../../../data/drafts/draft.ts';
import { findJoined, meet, type Standing, startStanding } from './standing.ts';

export interface Adopted {
  readonly standing: Standing;
  readonly adopted: readonly Draft[];
}

/** Takes over the latest draft and those that do not collide with it. One that does waits until the item is opened again. */
export function adoptDrafts(stored: ItemAnswer | undefined, [latest, ...others]: readonly Draft[]): Adopted {
  if (latest === undefined) {
    if (stored === undefined) throw new Error('Neither a stored item nor a draft.');
    return { standing: startStanding(stored), adopted: [] };
  }
  let standing: Standing = stored === undefined ? latest : meetStored(latest, stored);
  const adopted = [latest];
  for (const other of others) {
    const joined = standing.theirs === undefined ? findJoined(standing, other) : undefined;
    if (joined === undefined) continue;
    standing = joined;
    adopted.push(other);
  }
  return { standing, adopted };
}

function meetStored(draft: Draft, stored: ItemAnswer): Standing {
  const { standing } = meet(draft, stored);
  // Who holds an item may be another person although nothing of it has changed.
  return standing.theirs === undefined ? { ...standing, stored } : standing;
}
