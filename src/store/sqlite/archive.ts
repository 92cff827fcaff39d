import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../../base/fault.ts';
import { ArchiveLoad } from '../archive/archive-load.ts';
import { archiveTables, lastNumbers, presetTable } from '../archive/archive-tables.ts';
import type { ArchiveRow, ArchiveStore, ArchiveValue } from '../archive-port.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Connection } from './connection.ts';

const rowsAtOnce = 200;

/** `connection` writes. */
export function createArchive(connection: Connection): ArchiveStore {
  return {
    version: migrations.at(-1)?.number ?? 0,
    dump: () => dumpTables(connection),
    load: (rows) => loadTables(connection, rows),
  };
}

/** Reads on a connection of its own, whose transaction sees one moment however long it takes. */
async function* dumpTables(store: Connection): AsyncGenerator<ArchiveRow> {
  const connection = store.openReader();
  try {
    connection.exec('begin');
    for (const table of archiveTables) yield* dumpTable(connection, table, `select * from ${table}`);
    yield* dumpTable(connection, lastNumbers, 'select name as "table", seq as last from sqlite_sequence');
  } finally {
    connection.close();
  }
}

async function* dumpTable(connection: Connection, table: string, sql: string): AsyncGenerator<ArchiveRow> {
  const rows = connection.guard(() => connection.prepareText(sql).iterate());
  for (let count = 1; ; count += 1) {
    const next = connection.guard(() => rows.next());
    if (next.done === true) return;
    // Columns are texts, numbers below 2^53, bytes or null: what the tables are declared with.
    yield { table, row: next.value as Record<string, ArchiveValue> };
    if (count % rowsAtOnce === 0) await nextTurn();
  }
}

async function loadTables(connection: Connection, rows: AsyncIterable<ArchiveRow>): Promise<void> {
  await connection.takeDurable();
  try {
    await connection.begin();
    assertEmpty(connection);
    connection.exec(`delete from ${presetTable}`);
    const load = new ArchiveLoad(connection);
    let count = 0;
    for await (const row of rows) {
      load.add(row);
      count += 1;
      if (count % rowsAtOnce === 0) await nextTurn();
    }
    await load.finish();
    connection.commit();
  } finally {
    connection.rollback();
    connection.releaseDurable();
  }
}

function assertEmpty(connection: Connection): void {
  const isFilled = (table: string) => connection.prepareText(`select 1 from ${table} limit 1`).get() !== undefined;
  if (!archiveTables.some((table) => table !== presetTable && isFilled(table))) return;
  throw new Fault({
    code: 'STORE_NOT_EMPTY',
    message: 'The database already contains records. A backup can be restored only into an empty database.',
    hint: 'Choose a new file with --db.',
    file: connection.file,
  });
}
