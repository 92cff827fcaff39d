import type { Kysely } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { CalibrationStore } from '../calibration-port.ts';
import { assertFree } from '../leases/leases.ts';
import { deleteHidden, hideCalibration } from '../runs/removals.ts';
import { prepareMessageStatements } from '../runs/run-statements.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import { beginCalibration, findFreeCalibration } from './begin-calibration.ts';
import { readResults } from './calibration-results.ts';
import { readSamples } from './calibration-samples.ts';
import { createCalibrationWriter } from './calibration-writer.ts';
import { findCalibration, findCalibrationLease, listCalibrations, toLeasedCalibration } from './calibrations.ts';
import { listTestSetUses } from './test-set-uses.ts';

const calibrationsAtOnce = 100;

export interface CalibrationStoreOptions {
  readonly connection: Connection;
  /** Writes, and reads what is found at once. */
  readonly db: Kysely<Database>;
  /** Reads long lists in another thread. */
  readonly reader: Kysely<Database>;
  readonly clock: Clock;
}

export interface SqliteCalibrationStore extends CalibrationStore {
  /** Waits for what its writers have queued. */
  settle(): Promise<void>;
}

export function createCalibrationStore(options: CalibrationStoreOptions): SqliteCalibrationStore {
  const { connection, db, reader, clock } = options;
  const writers: { settle(): Promise<void> }[] = [];
  const statements = prepareMessageStatements(connection, db);
  return {
    begin: async (calibration, isExpired) => {
      const at = new Date(clock.now()).toISOString();
      const begun = await db
        .transaction()
        .execute((transaction) =>
          beginCalibration(transaction, { connection, statements, calibration, isExpired, at }),
        );
      const { token } = calibration.owner;
      const writer = createCalibrationWriter({ connection, db, statements, clock, calibration: begun, token });
      writers.push(writer);
      return writer;
    },
    findOpen: async (hash, isExpired) => {
      const open = await findFreeCalibration(db, hash, isExpired);
      return open === undefined ? undefined : findCalibration(db, open.id);
    },
    find: (id) => findCalibration(db, id),
    list: ({ limit = calibrationsAtOnce, ...range } = {}) => listCalibrations(reader, { limit, ...range }),
    samples: (id) => readSamples(reader, id),
    results: (id) => readResults(reader, id),
    testSetUses: (samples) => listTestSetUses(db, samples),
    remove: async (id, isExpired) => {
      const isThere = await db.transaction().execute(async (transaction) => {
        const calibration = await findCalibrationLease(transaction, id);
        if (calibration === undefined) return false;
        assertFree(toLeasedCalibration(id), calibration, isExpired);
        await hideCalibration(transaction, calibration.no);
        return true;
      });
      await deleteHidden(db);
      return isThere;
    },
    settle: async () => {
      await Promise.all(writers.map((writer) => writer.settle()));
    },
  };
}
