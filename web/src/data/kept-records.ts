import { type IDBPDatabase, openDB } from 'idb';
import type { z } from 'zod';

/** Small records by key that survive reloads and crashes of the page. */
export interface KeptRecords<Value> {
  /** Whether the records survive closing the page. False until the first call has finished. */
  readonly isLasting: boolean;
  find(key: string): Promise<Value | undefined>;
  /** Records whose key has this prefix. */
  list(prefix?: string): Promise<readonly Value[]>;
  put(key: string, value: Value): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Records in the memory of the page only. */
export function keepInMemory<Value>(isLasting = false): KeptRecords<Value> {
  const values = new Map<string, Value>();
  return {
    isLasting,
    find: async (key) => values.get(key),
    list: async (prefix = '') => [...values].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value),
    put: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  };
}

const names = ['visited-refs', 'pending-labels', 'seen-labels', 'unsaved-edits'] as const;
type Name = (typeof names)[number];

let opening: Promise<IDBPDatabase> | undefined;

/** Opens a database in IndexedDB with these stores. Rejects where the browser has none. */
export async function openDatabase(name: string, stores: readonly string[]): Promise<IDBPDatabase> {
  const database = await openDB(name, 1, {
    upgrade: (made) => {
      for (const store of stores) made.createObjectStore(store);
    },
  });
  // A later version of the page may need other stores, and cannot upgrade while this page has the database open.
  database.addEventListener('versionchange', () => database.close());
  return database;
}

/** Records in IndexedDB, or in memory if the browser has none, as in some private windows. */
export function keepInBrowser<Schema extends z.ZodType>(name: Name, schema: Schema): KeptRecords<z.output<Schema>> {
  let isLasting = false;
  opening ??= openDatabase('turnwise-notes', names);
  const kept = opening.then(
    (database) => {
      isLasting = true;
      return keepInDatabase(database, name, schema);
    },
    () => keepInMemory<z.output<Schema>>(),
  );
  return {
    get isLasting() {
      return isLasting;
    },
    find: async (key) => (await kept).find(key),
    list: async (prefix) => (await kept).list(prefix),
    put: async (key, value) => (await kept).put(key, value),
    remove: async (key) => (await kept).remove(key),
  };
}

/** Skips records of another version of the Studio that no longer match the schema. */
function keepInDatabase<Schema extends z.ZodType>(
  database: IDBPDatabase,
  name: Name,
  schema: Schema,
): KeptRecords<z.output<Schema>> {
  const parse = (value: unknown) => schema.safeParse(value).data;
  return {
    isLasting: true,
    find: async (key) => parse(await database.get(name, key)),
    list: async (prefix = '') => {
      const found: unknown[] = await database.getAll(name, IDBKeyRange.bound(prefix, `${prefix}\uffff`));
      return found.flatMap((value) => parse(value) ?? []);
    },
    put: async (key, value) => void (await database.put(name, value, key)),
    remove: (key) => database.delete(name, key),
  };
}
