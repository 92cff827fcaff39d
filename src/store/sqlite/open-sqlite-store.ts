import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Store } from '../port.ts';
import type { Database } from '../tables/database.ts';
import { createArchive } from './archive.ts';
import { createCacheStore } from './cache-store.ts';
import { createCalibrationStore, type SqliteCalibrationStore } from './calibration-store.ts';
import { compactDatabase } from './compact.ts';
import { Connection } from './connection.ts';
import { createCurationStore, type SqliteCurationStore } from './curation-store.ts';
import { createDialect, createWritingDriver } from './dialect.ts';
import { engine } from './engine.ts';
import { createReader } from './reader.ts';
import { createRunStore } from './run-store.ts';
import { setUp } from './set-up.ts';

export interface SqliteStoreOptions {
  readonly clock: Clock;
}

/** Opens the database in the file, and makes file, folder and tables that are not there yet. */
export async function openSqliteStore(path: string, { clock }: SqliteStoreOptions): Promise<Store> {
  makeFolder(path);
  const connection = new Connection(path, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  try {
    await setUp(connection);
    await migrate(db, { engine, migrations, clock, file: path });
  } catch (error) {
    connection.close();
    throw error;
  }
  const reader = createReader(path);
  const runs = createRunStore({ connection, db, reader: reader.db, clock });
  const cache = createCacheStore(connection, db, clock);
  let calibrations: SqliteCalibrationStore | undefined;
  let curation: SqliteCurationStore | undefined;
  return {
    runs,
    cache,
    // Opened on use: their connections and statements would make every start slower.
    get calibrations() {
      calibrations ??= createCalibrationStore({ connection, db, reader: reader.db, clock });
      return calibrations;
    },
    get curation() {
      curation ??= createCurationStore({ connection, reader: reader.db, clock });
      return curation;
    },
    archive: createArchive({ connection, clock }),
    compact: () => compactDatabase(connection, db),
    close: async () => {
      await runs.settle();
      await calibrations?.settle();
      await cache.settle();
      await curation?.close();
      await reader.close();
      await connection.take();
      connection.close();
      connection.release();
    },
  };
}

/** The database is not for the repository; nor is this file, which would be a change that nobody made. */
const ignored = '.gitignore\nturnwise.db*\n';

function makeFolder(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true });
    const ignoreFile = join(folder, '.gitignore');
    if (basename(folder) === '.turnwise' && !existsSync(ignoreFile)) writeFileSync(ignoreFile, ignored);
  } catch (cause) {
    throw new Fault(
      {
        code: 'STORE_UNREADABLE',
        message: 'The folder of the database cannot be made or written.',
        hint: 'Name another database with --store.',
        file: path,
      },
      { cause },
    );
  }
}
