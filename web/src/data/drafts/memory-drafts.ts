import { type Draft, isDraftOf, toDraftId } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

/** Drafts that live as long as the page: for browsers that let it keep nothing. */
export function makeMemoryDrafts(isLasting = false): DraftStore {
  const drafts = new Map<string, Draft>();
  return {
    isLasting,
    put: async (draft) => void drafts.set(toDraftId(draft).join(' '), draft),
    remove: async (place) => void drafts.delete(toDraftId(place).join(' ')),
    list: async (key) =>
      [...drafts.values()]
        .filter((draft) => key === undefined || isDraftOf(draft, key))
        .sort((a, b) => b.since - a.since),
  };
}
