import type { ItemKey } from '../item-key.ts';
import { Draft, isDraftOf, toDraftId } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { openDatabase, readFrom, writeTo } from './indexed-db.ts';

const table = 'drafts';

/** Drafts in the database of the browser; where there is none, as in some private windows, in memory. */
export async function openDrafts(factory: IDBFactory | undefined): Promise<DraftStore> {
  if (factory === undefined) return makeMemoryDrafts();
  try {
    return toDraftStore(await openDatabase(factory, 'turnwise', (database) => database.createObjectStore(table)));
  } catch {
    return makeMemoryDrafts();
  }
}

function toDraftStore(database: IDBDatabase): DraftStore {
  return {
    isLasting: true,
    put: (draft) => writeTo(database, table, (store) => store.put(draft, [...toDraftId(draft)])),
    remove: (place) => writeTo(database, table, (store) => store.delete([...toDraftId(place)])),
    list: async (key) => parseDrafts(await readFrom(database, table, (store) => store.getAll(toRange(key)))),
  };
}

/** Every draft of the item, whichever tab wrote it. */
function toRange(key: ItemKey | undefined): IDBKeyRange | undefined {
  if (key === undefined) return undefined;
  const [first] = toDraftId({ ...key, tab: '' });
  // A list sorts behind every text.
  return IDBKeyRange.bound([first], [first, []]);
}

function parseDrafts(value: unknown): readonly Draft[] {
  const drafts = Array.isArray(value) ? value.flatMap((entry) => Draft.safeParse(entry).data ?? []) : [];
  return drafts.sort((a, b) => b.since - a.since);
}

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
