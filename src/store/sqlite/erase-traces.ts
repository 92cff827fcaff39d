import type { Connection } from './connection.ts';

/**
 * After something was deleted that nobody may find again: the full-text tables, which only mark rows as deleted, are
 * written anew without them, and then the file is, since copies of a row stay behind wherever it once stood. Takes about
 * as long as copying the file.
 */
export async function eraseTraces(connection: Connection): Promise<void> {
  const steps = [
    ...['item_texts', 'item_urls'].map((table) => `insert into ${table} (${table}) values ('optimize')`),
    'vacuum',
    'pragma wal_checkpoint(truncate)',
  ];
  await connection.take();
  try {
    for (const step of steps) await connection.retry(() => connection.exec(step));
  } finally {
    connection.release();
  }
}
