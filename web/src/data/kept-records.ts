import { z } from 'zod';
import { openDatabase, readFrom, writeTo } from './drafts/indexed-db.ts';

/** Small records that this browser keeps through reloads and crashes, by a key. */
export interface KeptRecords<Value> {
  /** Whether they are there again after the page was closed. Known once the first call has ended; false until then. */
  readonly isLasting: boolean;
  find(key: string): Promise<Value | undefined>;
  /** Those whose key begins so. */
  list(prefix?: string): Promise<readonly Value[]>;
  put(key: string, value: Value): Promise<void>;
  remove(key: string): Promise<void>;
}

/** In the memory of the page alone. */
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

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= openNotes(globalThis.indexedDB);
  return opening;
}

async function openNotes(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  if (factory === undefined) throw new Error('The browser has no database.');
  return openDatabase(factory, 'turnwise-notes', (database) => {
    for (const name of names) database.createObjectStore(name);
  });
}

/** In IndexedDB; where a browser has none, as in private windows of some, while the page is open. */
export function keepInBrowser<Schema extends z.ZodType>(name: Name, schema: Schema): KeptRecords<z.output<Schema>> {
  let isLasting = false;
  const kept = open().then(
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

/** What was written by another version of the Studio, and does not fit any more, is passed over. */
function keepInDatabase<Schema extends z.ZodType>(
  database: IDBDatabase,
  name: Name,
  schema: Schema,
): KeptRecords<z.output<Schema>> {
  const parse = (value: unknown) => schema.safeParse(value).data;
  return {
    isLasting: true,
    find: async (key) => parse(await readFrom(database, name, (store) => store.get(key))),
    list: async (prefix = '') => {
      const keys = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const found = z.array(z.unknown()).parse(await readFrom(database, name, (store) => store.getAll(keys)));
      return found.flatMap((value) => parse(value) ?? []);
    },
    put: (key, value) => writeTo(database, name, (store) => store.put(value, key)),
    remove: (key) => writeTo(database, name, (store) => store.delete(key)),
  };
}
