import type { Clock } from '../../base/clock.ts';
import type { Connection } from './connection.ts';

/**
 * After something was deleted that nobody may find again: the full-text tables, which only mark rows as deleted, are
 * written anew without them, and then the file is, since copies of a row stay behind wherever it once stood. Takes about
 * as long as copying the file. Where somebody reads on and on, the log is emptied when they are done.
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

/** Old pages stand in the log until it is emptied, and whoever reads an older moment keeps it from that. */
async function emptyLog(connection: Connection, clock: Clock): Promise<void> {
  const checkpoint = connection.prepare('pragma wal_checkpoint(truncate)');
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
