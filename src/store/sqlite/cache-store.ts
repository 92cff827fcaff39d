import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { CacheStore } from '../port.ts';
import { findReplyQuery, pruneCache, saveReplyQuery, touchReplyQuery } from '../tables/cache.ts';
import type { Database } from '../tables/database.ts';
import { parseColumn } from '../tables/json-column.ts';
import type { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';

/** How exactly the time of last use is kept: a write for every hit would cost more than the hit. */
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
  const find = connection.prepare(findReplyQuery(db).compile().sql);
  const save = connection.prepare(saveReplyQuery(db).compile().sql);
  const touch = connection.prepare(touchReplyQuery(db).compile().sql);

  const commits = new GroupCommit<CacheEntry>((entries) => {
    const at = new Date(clock.now()).toISOString();
    return connection.transact(() => {
      for (const { key, reply } of entries) {
        if (reply === undefined) touch.run(at, key);
        else save.run(key, at, at, Buffer.byteLength(reply), reply);
      }
    });
  });

  return {
    find: async (key) => {
      const row = await connection.retry(() => find.get(key));
      if (row === undefined) return undefined;
      const unusedMs = clock.now() - Date.parse(String(row.used_at));
      // Nobody waits for this, and a time of use that is lost costs at most one call.
      if (unusedMs >= usePrecisionMs) void commits.add({ key });
      return parseColumn(String(row.reply), `cache entry ${key}`);
    },
    save: (key, reply) => commits.add({ key, reply: JSON.stringify(reply) }),
    prune: (before) => pruneCache(db, before),
    settle: () => commits.settle(),
  };
}
