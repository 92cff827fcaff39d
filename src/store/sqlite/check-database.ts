import type { Connection } from './connection.ts';

/** Throws when the database cannot be read or written now. */
export async function checkDatabase(writing: Connection, reading: Connection): Promise<void> {
  await reading.retry(() => reading.prepare('select value from counters').get());
  // Whoever holds the connection is writing; waiting for a long import would say less than not waiting.
  if (writing.isTaken) return;
  await writing.take();
  try {
    await writing.begin();
    try {
      writing.guard(() => writing.prepare('update counters set value = value').run());
    } finally {
      writing.rollback();
    }
  } finally {
    writing.release();
  }
}
