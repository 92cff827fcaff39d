import type { Clock } from '../../base/clock.ts';
import type { Connection } from './connection.ts';

/** Every write waits for the disk; whoever asks more often gets by with a read. */
const writeEveryMs = 5000;

export interface DatabaseCheckOptions {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly clock: Clock;
}

/** Gives a check that throws when the database cannot be read or written now. */
export function createDatabaseCheck({ writing, reading, clock }: DatabaseCheckOptions): () => Promise<void> {
  let writtenAt: number | undefined;
  return async () => {
    await reading.retry(() => reading.prepare('select value from counters').get());
    if (writtenAt !== undefined && clock.elapsed() - writtenAt < writeEveryMs) return;
    // Whoever holds the connection is writing; waiting for a long import would say less than not waiting.
    if (writing.isTaken) return;
    await writePage(writing);
    writtenAt = clock.elapsed();
  };
}

/**
 * Commits a page: only that finds out that the disk is full. What is rolled back, or sets a row to what it is, writes
 * nothing. The number has no meaning; it stands in the header of the file, which every database has.
 */
async function writePage(connection: Connection): Promise<void> {
  await connection.takeDurable();
  try {
    await connection.begin();
    const row = connection.prepare('select user_version from pragma_user_version').get();
    connection.exec(`pragma user_version = ${(Number(row?.user_version) + 1) % 1_000_000}`);
    connection.commit();
  } finally {
    connection.rollback();
    connection.releaseDurable();
  }
}
