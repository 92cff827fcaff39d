import type { Kysely, Transaction } from 'kysely';
import type { JudgeSample } from '../../conversation/judge/calibration.ts';
import type { NewCalibration, ResultKey } from '../calibration-port.ts';
import { assertFree } from '../leases/leases.ts';
import type { IsExpired } from '../port.ts';
import { MessageWriter } from '../runs/message-writer.ts';
import type { MessageStatements } from '../runs/run-statements.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import { listResultKeys } from './calibration-results.ts';
import { insertSampleStatement, listSamplePlaces, toSampleColumns } from './calibration-samples.ts';
import {
  findOpenCalibration,
  insertCalibration,
  type LeasedCalibration,
  leaseCalibration,
  toLeasedCalibration,
} from './calibrations.ts';
import { recordTestSetUses } from './test-set-uses.ts';

export interface BeginCalibrationOptions {
  readonly connection: Connection;
  readonly statements: MessageStatements;
  readonly calibration: NewCalibration;
  readonly isExpired: IsExpired;
  readonly at: string;
}

/** A calibration that was begun or resumed. */
export interface BegunCalibration {
  readonly id: string;
  readonly no: number;
  readonly places: readonly { readonly judge: number; readonly sample: string; readonly position: number }[];
  readonly recorded: readonly ResultKey[];
}

/** A new calibration, or the newest of equal hash that has not ended, with what it has. */
export async function beginCalibration(
  db: Transaction<Database>,
  options: BeginCalibrationOptions,
): Promise<BegunCalibration> {
  const { calibration, isExpired, at } = options;
  const open = await findFreeCalibration(db, calibration.spec.hash, isExpired);
  if (open === undefined) return insertWhole(db, options);
  const { id, no } = open;
  await leaseCalibration(db, no, calibration.owner, at);
  return { id, no, places: await listSamplePlaces(db, no), recorded: await listResultKeys(db, no) };
}

/** The stopped calibration to resume. Throws when a living process owns it. */
export async function findFreeCalibration(
  db: Kysely<Database>,
  hash: string,
  isExpired: IsExpired,
): Promise<LeasedCalibration | undefined> {
  const open = await findOpenCalibration(db, hash);
  if (open !== undefined) assertFree(toLeasedCalibration(open.id), open, isExpired);
  return open;
}

async function insertWhole(
  db: Transaction<Database>,
  { connection, statements, calibration, at }: BeginCalibrationOptions,
): Promise<BegunCalibration> {
  const { id, samples, testSetUses = [] } = calibration;
  const no = await insertCalibration(db, calibration, at);
  const insertSample = connection.prepare(insertSampleStatement(db));
  const messages = new MessageWriter(statements, no);
  connection.guard(() => {
    for (const [position, judged] of samples.entries()) {
      const message = messages.storeText(JSON.stringify(judged.sample));
      insertSample.run(toSampleColumns(judged, { calibration: no, position, message }));
    }
  });
  await recordTestSetUses(db, testSetUses);
  return { id, no, places: samples.map(toPlace), recorded: [] };
}

function toPlace({ judge, sample }: JudgeSample, position: number) {
  return { judge, sample: sample.id, position };
}
