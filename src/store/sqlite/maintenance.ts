import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { deleteHidden } from '../runs/removals.ts';
import type { Database } from '../tables/database.ts';
import type { Connection } from './connection.ts';

const pagesAtOnce = 1000;

/** Finishes interrupted removals, gives free pages back to the disk and empties the write-ahead log. */
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
  return alone(connection, () => Number(connection.prepareText('pragma freelist_count').get()?.freelist_count));
}

async function alone<Result>(connection: Connection, work: () => Result): Promise<Result> {
  await connection.take();
  try {
    return await connection.retry(work);
  } finally {
    connection.release();
  }
}

/**
 * For deleted data that must not be found again. Full-text tables only mark rows as deleted, and pages keep copies of rows,
 * so the tables and then the file are rewritten. Takes about as long as copying the file. The log is emptied when no
 * connection reads an older state.
 */
export async function eraseTraces(connection: Connection, clock: Clock): Promise<void> {
  const steps = [
    ...['item_texts', 'item_urls'].map((table) => `insert into ${table} (${table}) values ('optimize')`),
    'vacuum',
  ];
  await connection.take();
  try {
    for (const step of steps) await connection.retry(() => connection.exec(step));
  } finally {
    connection.release();
  }
  await emptyLog(connection, clock);
}

/** The log contains old pages until it is emptied, which has to wait for connections that read an older state. */
async function emptyLog(connection: Connection, clock: Clock): Promise<void> {
  const checkpoint = connection.prepareText('pragma wal_checkpoint(truncate)');
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    await connection.take();
    try {
      const row = await connection.retry(() => checkpoint.get());
      if (row?.busy === 0) return;
    } finally {
      connection.release();
    }
    await clock.sleep(pauseMs);
  }
}

const mostAttempts = 40;
const pauseMs = 250;

/** Every write waits for the disk. Checks in between only read. */
const writeEveryMs = 5000;

interface DatabaseCheckOptions {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly clock: Clock;
}

/** Gives a check that throws when the database cannot be read or written now. */
export function createDatabaseCheck({ writing, reading, clock }: DatabaseCheckOptions): () => Promise<void> {
  let writtenAt: number | undefined;
  return async () => {
    await reading.retry(() => reading.prepareText('select value from counters').get());
    if (writtenAt !== undefined && clock.elapsed() - writtenAt < writeEveryMs) return;
    // A taken connection is writing already. Waiting for a long import would tell less than not waiting.
    if (writing.isTaken) return;
    await writePage(writing);
    writtenAt = clock.elapsed();
  };
}

/**
 * Commits a page: only a commit notices a full disk. A rollback, or setting a row to its own values, writes nothing. The
 * number has no meaning. It is in the header that every database file has.
 */
async function writePage(connection: Connection): Promise<void> {
  await connection.takeDurable();
  try {
    await connection.begin();
    const row = connection.prepareText('select user_version from pragma_user_version').get();
    connection.exec(`pragma user_version = ${(Number(row?.user_version) + 1) % 1_000_000}`);
    connection.commit();
  } finally {
    connection.rollback();
    connection.releaseDurable();
  }
}
