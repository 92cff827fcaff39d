import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../tables/database.ts';
import { deleteHidden } from '../tables/removals.ts';
import type { Connection } from './connection.ts';

const pagesAtOnce = 1000;

/** Finishes removals that were cut off, gives free pages back to the disk and empties the write-ahead log. */
export async function compactDatabase(connection: Connection, db: Kysely<Database>): Promise<void> {
  await deleteHidden(db);
  while ((await countFreePages(connection)) > 0) {
    const before = await countFreePages(connection);
    await alone(connection, () => connection.exec(`pragma incremental_vacuum(${pagesAtOnce})`));
    if ((await countFreePages(connection)) >= before) break;
    await nextTurn();
  }
  await alone(connection, () => connection.exec('pragma wal_checkpoint(truncate)'));
}

async function countFreePages(connection: Connection): Promise<number> {
  return alone(connection, () => Number(connection.prepare('pragma freelist_count').get()?.freelist_count));
}

async function alone<Result>(connection: Connection, work: () => Result): Promise<Result> {
  await connection.take();
  try {
    return await connection.retry(work);
  } finally {
    connection.release();
  }
}
