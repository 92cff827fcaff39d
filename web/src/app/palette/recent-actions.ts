import { type ActionId, actionTable } from '../keys/action-table.ts';

const storageKey = 'turnwise.recent-actions';
const kept = 5;

/** Newest first; the same one only once. */
export function toRecent(recent: readonly ActionId[], id: ActionId): readonly ActionId[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, kept);
}

/** What an older version kept and nobody knows any more is left out. */
export function parseRecent(written: string | null): readonly ActionId[] {
  return (written ?? '').split(' ').filter(isActionId);
}

export function readRecent(): readonly ActionId[] {
  try {
    return parseRecent(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}

export function keepRecent(id: ActionId): void {
  try {
    localStorage.setItem(storageKey, toRecent(readRecent(), id).join(' '));
  } catch {
    // A browser that keeps nothing forgets it.
  }
}

function isActionId(text: string): text is ActionId {
  return Object.hasOwn(actionTable, text);
}
