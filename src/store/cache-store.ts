import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { GroupCommit } from './leases/group-commit.ts';
import type { CacheStore } from './port.ts';
import type { Connection } from './sqlite/connection.ts';
import type { Database } from './tables/database.ts';
import { parseColumn } from './tables/json-column.ts';
import { Statement, toParameters } from './tables/statement.ts';

const entriesAtOnce = 500;

function findReplyStatement(db: Kysely<Database>) {
  const { key } = toParameters('cache', ['key']);
  return new Statement({ key }, db.selectFrom('cache').select(['reply', 'used_at']).where('key', '=', key));
}

function saveReplyStatement(db: Kysely<Database>) {
  const reply = toParameters('cache', ['key', 'used_at', 'saved_at', 'bytes', 'reply']);
  const { key: _, ...changed } = reply;
  const query = db.insertInto('cache').values(reply);
  return new Statement(
    reply,
    query.onConflict((conflict) => conflict.column('key').doUpdateSet(changed)),
  );
}

function touchReplyStatement(db: Kysely<Database>) {
  const { used_at, key } = toParameters('cache', ['used_at', 'key']);
  return new Statement({ used_at, key }, db.updateTable('cache').set({ used_at }).where('key', '=', key));
}

interface Pruned {
  readonly entries: number;
  readonly bytes: number;
}

/** Deletes entries last used before the time, or all, a few at a time. */
async function pruneCache(db: Kysely<Database>, before: string | undefined): Promise<Pruned> {
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

/** Precision of the time of last use: a write for every hit would cost more than the hit. */
const usePrecisionMs = 60_000;

interface CacheEntry {
  readonly key: string;
  /** JSON; absent: the entry was only used. */
  readonly reply?: string;
}

export interface SqliteCacheStore extends CacheStore {
  /** Waits for what is still to be written. */
  settle(): Promise<void>;
}

export function createCacheStore(connection: Connection, db: Kysely<Database>, clock: Clock): SqliteCacheStore {
  const find = connection.prepare(findReplyStatement(db));
  const save = connection.prepare(saveReplyStatement(db));
  const touch = connection.prepare(touchReplyStatement(db));

  const commits = new GroupCommit<CacheEntry>((entries) => {
    const at = new Date(clock.now()).toISOString();
    return connection.transact(() => {
      for (const { key, reply } of entries) {
        if (reply === undefined) touch.run({ used_at: at, key });
        else save.run({ key, used_at: at, saved_at: at, bytes: Buffer.byteLength(reply), reply });
      }
    });
  });

  return {
    find: async (key) => {
      const row = await connection.retry(() => find.get({ key }));
      if (row === undefined) return undefined;
      const unusedMs = clock.now() - Date.parse(row.used_at);
      // Not awaited: a time of use that is lost costs at most one call.
      if (unusedMs >= usePrecisionMs) void commits.add({ key });
      return parseColumn(row.reply, `cache entry ${key}`);
    },
    save: (key, reply) => commits.add({ key, reply: JSON.stringify(reply) }),
    prune: (before) => pruneCache(db, before),
    settle: () => commits.settle(),
  };
}
