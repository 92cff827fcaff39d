import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

const entriesAtOnce = 500;

export function findReplyQuery(db: Kysely<Database>) {
  return db.selectFrom('cache').select(['reply', 'used_at']).where('key', '=', '');
}

/** Parameters: key, used_at, saved_at, bytes, reply. */
export function saveReplyQuery(db: Kysely<Database>) {
  return db
    .insertInto('cache')
    .values({ key: '', used_at: '', saved_at: '', bytes: 0, reply: '' })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        used_at: eb.ref('excluded.used_at'),
        saved_at: eb.ref('excluded.saved_at'),
        bytes: eb.ref('excluded.bytes'),
        reply: eb.ref('excluded.reply'),
      })),
    );
}

/** Parameters: used_at, key. */
export function touchReplyQuery(db: Kysely<Database>) {
  return db.updateTable('cache').set({ used_at: '' }).where('key', '=', '');
}

export interface Pruned {
  readonly entries: number;
  readonly bytes: number;
}

/** Deletes entries last used before the time, or all, a few at a time. */
export async function pruneCache(db: Kysely<Database>, before: string | undefined): Promise<Pruned> {
  let entries = 0;
  let bytes = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const keys: readonly string[] = await listKeys(db, after, before);
    for (const row of await deleteEntries(db, keys, before)) {
      entries += 1;
      bytes += row.bytes;
    }
    after = keys.at(-1);
    await nextTurn();
  }
  return { entries, bytes };
}

async function listKeys(db: Kysely<Database>, after: string, before: string | undefined): Promise<readonly string[]> {
  let query = db.selectFrom('cache').select('key').where('key', '>', after).orderBy('key').limit(entriesAtOnce);
  if (before !== undefined) query = query.where('used_at', '<', before);
  const rows = await query.execute();
  return rows.map((row) => row.key);
}

/** Looks at the time again: an entry may have been used since it was listed. */
async function deleteEntries(db: Kysely<Database>, keys: readonly string[], before: string | undefined) {
  let query = db.deleteFrom('cache').where('key', 'in', keys).returning('bytes');
  if (before !== undefined) query = query.where('used_at', '<', before);
  return query.execute();
}
