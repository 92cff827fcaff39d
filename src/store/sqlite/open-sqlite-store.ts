import { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Problem } from '../../base/fault.ts';
import { createArchive } from '../archive/archive-store.ts';
import { createCacheStore } from '../cache-store.ts';
import { createCalibrationStore, type SqliteCalibrationStore } from '../calibrations/calibration-store.ts';
import { createCurationStore, type SqliteCurationStore } from '../curation/curation-store.ts';
import { assertMigrated, migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Store } from '../port.ts';
import { createRunStore } from '../runs/run-store.ts';
import type { Database } from '../tables/database.ts';
import { Connection } from './connection.ts';
import { makePlace, makePrivate } from './database-place.ts';
import { createDialect, createWritingDriver, engine } from './dialect.ts';
import { compactDatabase } from './maintenance.ts';
import { findReadMode } from './open-database.ts';
import { createReader } from './reader.ts';
import { setUp } from './set-up.ts';

export interface SqliteStoreOptions {
  readonly clock: Clock;
  /**
   * Called when other users could read an existing database, and no longer can. Without it the modes of existing files stay
   * as they are: no user loses access without notice.
   */
  readonly onMadePrivate?: (warning: Problem) => void;
  /** For an existing file that may not be written. Nothing is created, and tables of an earlier version are refused. */
  readonly isReadOnly?: boolean;
}

/** Opens the database in the file. Creates file, folder and tables that do not exist. */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Store> {
  const { clock } = options;
  const connection = openConnection(path, options);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  try {
    await setUp(connection);
    if (connection.mode === 'write') await migrate(db, { engine, migrations, clock, file: path });
    else await assertMigrated(db, { migrations, file: path });
    // Only now it is known to be ours: a file of another program keeps its permissions.
    if (options.onMadePrivate !== undefined && connection.mode === 'write')
      makePrivate(path).forEach(options.onMadePrivate);
    connection.files.remember();
    if (connection.mode === 'write') connection.startCounting();
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
    archive: createArchive(connection, db),
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

function openConnection(path: string, { clock, isReadOnly = false }: SqliteStoreOptions): Connection {
  if (isReadOnly) return new Connection(path, clock, { mode: findReadMode(path) });
  makePlace(path);
  return new Connection(path, clock);
}
