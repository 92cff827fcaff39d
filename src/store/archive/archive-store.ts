import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Fault } from '../../base/fault.ts';
import type { ArchiveRow, ArchiveStore } from '../archive-port.ts';
import { migrations } from '../migrations/migrations.ts';
import { hasRows, readLastNumbers, readRows } from '../sqlite/catalog.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import { ArchiveLoad } from './archive-load.ts';
import { archiveTables, lastNumbers, presetTable } from './archive-tables.ts';

const rowsAtOnce = 200;

/** `connection` writes. */
export function createArchive(connection: Connection, db: Kysely<Database>): ArchiveStore {
  return {
    version: migrations.at(-1)?.number ?? 0,
    dump: () => dumpTables(connection),
    load: (rows) => loadTables(connection, db, rows),
  };
}

/** Reads on a connection of its own, whose transaction sees one moment however long it takes. */
async function* dumpTables(store: Connection): AsyncGenerator<ArchiveRow> {
  const connection = store.openReader();
  try {
    connection.exec('begin');
    for (const table of archiveTables) yield* dumpTable(table, readRows(connection, table));
    yield* dumpTable(lastNumbers, readLastNumbers(connection));
  } finally {
    connection.close();
  }
}

async function* dumpTable(table: string, rows: Iterable<ArchiveRow['row']>): AsyncGenerator<ArchiveRow> {
  let count = 0;
  for (const row of rows) {
    yield { table, row };
    count += 1;
    if (count % rowsAtOnce === 0) await nextTurn();
  }
}

async function loadTables(
  connection: Connection,
  db: Kysely<Database>,
  rows: AsyncIterable<ArchiveRow>,
): Promise<void> {
  await connection.takeDurable();
  try {
    await connection.begin();
    assertEmpty(connection);
    connection.exec(`delete from ${presetTable}`);
    const load = new ArchiveLoad(connection, db);
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
  if (!archiveTables.some((table) => table !== presetTable && hasRows(connection, table))) return;
  throw new Fault({
    code: 'STORE_NOT_EMPTY',
    message: 'The database already contains records. A backup can be restored only into an empty database.',
    hint: 'Choose a new file with --db.',
    file: connection.file,
  });
}
