import { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Problem } from '../../base/fault.ts';
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
import { makePlace, makePrivate } from './database-place.ts';
import { createDialect, createWritingDriver } from './dialect.ts';
import { engine } from './engine.ts';
import { createReader } from './reader.ts';
import { createRunStore } from './run-store.ts';
import { setUp } from './set-up.ts';

export interface SqliteStoreOptions {
  readonly clock: Clock;
  /**
   * Told when other users could read a database that was there, and no longer can. Without it the modes of files that
   * are there stay as they are: nobody loses a right without a word.
   */
  readonly onMadePrivate?: (warning: Problem) => void;
}

/** Opens the database in the file, and makes file, folder and tables that are not there yet. */
export async function openSqliteStore(path: string, { clock, onMadePrivate }: SqliteStoreOptions): Promise<Store> {
  makePlace(path);
  if (onMadePrivate !== undefined) makePrivate(path).forEach(onMadePrivate);
  const connection = new Connection(path, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  try {
    await setUp(connection);
    await migrate(db, { engine, migrations, clock, file: path });
    connection.files.remember();
  } catch (error) {
    connection.close();
    throw error;
  }
  const reader = createReader(connection);
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
    archive: createArchive(connection),
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
