import type { IDBPDatabase } from 'idb';
import type { ItemKey } from '../item-key.ts';
import { openDatabase } from '../kept-records.ts';
import { Draft, isDraftOf, toDraftId } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

const table = 'drafts';

/** Drafts in IndexedDB, or in memory if the browser has none, as in some private windows. */
export async function openDrafts(): Promise<DraftStore> {
  try {
    return toDraftStore(await openDatabase('turnwise', [table]));
  } catch {
    return makeMemoryDrafts();
  }
}

function toDraftStore(database: IDBPDatabase): DraftStore {
  return {
    isLasting: true,
    put: async (draft) => void (await database.put(table, draft, [...toDraftId(draft)])),
    remove: (place) => database.delete(table, [...toDraftId(place)]),
    list: async (key) => parseDrafts(await database.getAll(table, toRange(key))),
  };
}

/** Every draft of the item, from any tab. */
function toRange(key: ItemKey | undefined): IDBKeyRange | undefined {
  if (key === undefined) return undefined;
  const [first] = toDraftId({ ...key, tab: '' });
  // In IndexedDB, arrays sort after strings.
  return IDBKeyRange.bound([first], [first, []]);
}

function parseDrafts(found: readonly unknown[]): readonly Draft[] {
  return found.flatMap((entry) => Draft.safeParse(entry).data ?? []).sort((a, b) => b.since - a.since);
}

/** Drafts that last as long as the page. */
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
