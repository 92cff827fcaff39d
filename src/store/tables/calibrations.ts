import type { Kysely, Selectable } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { CalibrationSpec } from '../../conversation/judge/calibration.ts';
import type { CalibrationRecord, NewCalibration } from '../calibration-port.ts';
import type { Holder } from '../port.ts';
import type { CalibrationTable } from './calibration-tables.ts';
import type { Database } from './database.ts';
import { noHolder, toHolderColumns, toHolding } from './holders.ts';
import { parseWith } from './json-column.ts';
import { takeRunNumber } from './runs.ts';

/** A calibration, and who writes to it. */
export interface HeldCalibration extends Pick<CalibrationRecord, 'id' | 'holder' | 'beatAt'> {
  readonly no: number;
}

const heldColumns = ['no', 'id', 'holder_process', 'holder_host', 'holder_token', 'holder_since', 'beat_at'] as const;

/** Makes a calibration that is held and gives its number. Only inside a transaction. */
export async function insertCalibration(
  db: Kysely<Database>,
  { id, spec, expected, holder }: Omit<NewCalibration, 'samples'>,
  at: string,
): Promise<number> {
  const no = await takeRunNumber(db);
  const head = { no, id, hash: spec.hash, started_at: at, spec: JSON.stringify(spec), expected };
  await db
    .insertInto('calibrations')
    .values({ ...head, ...toHolderColumns(holder, at) })
    .execute();
  return no;
}

/** The newest of this hash that has not ended. */
export async function findOpenCalibration(db: Kysely<Database>, hash: string): Promise<HeldCalibration | undefined> {
  const row = await db
    .selectFrom('calibrations')
    .select(heldColumns)
    .where('hash', '=', hash)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row === undefined ? undefined : { no: row.no, id: row.id, ...toHolding(row) };
}

export async function findHeldCalibration(db: Kysely<Database>, id: string): Promise<HeldCalibration | undefined> {
  const row = await db.selectFrom('calibrations').select(heldColumns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { no: row.no, id, ...toHolding(row) };
}

/** Gives a calibration to a holder, whoever had it. */
export async function holdCalibration(db: Kysely<Database>, no: number, holder: Holder, at: string): Promise<void> {
  await db.updateTable('calibrations').set(toHolderColumns(holder, at)).where('no', '=', no).execute();
}

/**
 * The update that every group of results ends with. It changes no row when the holder lost the calibration.
 * Parameters: beat_at, what is added to recorded, no, holder_token.
 */
export function countCalibrationQuery(db: Kysely<Database>) {
  return db
    .updateTable('calibrations')
    .set((eb) => ({ beat_at: '', recorded: eb('recorded', '+', 0) }))
    .where('no', '=', 0)
    .where('holder_token', '=', '');
}

/** Lets go of a calibration; `endedAt`: it is done. False when the holder lost it. */
export async function letGoOfCalibration(
  db: Kysely<Database>,
  { no, token }: { readonly no: number; readonly token: string },
  endedAt?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calibrations')
    .set({ ...noHolder, ...(endedAt === undefined ? {} : { ended_at: endedAt }) })
    .where('no', '=', no)
    .where('holder_token', '=', token)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findCalibration(db: Kysely<Database>, id: string): Promise<CalibrationRecord | undefined> {
  const row = await db.selectFrom('calibrations').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toCalibrationRecord(row);
}

/** Newest first; ids sort by time. */
export async function listCalibrations(
  db: Kysely<Database>,
  { limit, before }: { readonly limit: number; readonly before?: string },
): Promise<readonly CalibrationRecord[]> {
  let query = db.selectFrom('calibrations').selectAll().orderBy('id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(toCalibrationRecord);
}

export async function findCalibrationNumber(db: Kysely<Database>, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('calibrations').select('no').where('id', '=', id).executeTakeFirst();
  return row?.no;
}

export function unknownCalibrationFault(id: string): Fault {
  return new Fault({
    code: 'CALIBRATION_UNKNOWN',
    message: `There is no calibration "${id}" in the database.`,
    hint: 'It may have been removed. Calibrate again.',
  });
}

function toCalibrationRecord(row: Selectable<CalibrationTable>): CalibrationRecord {
  return {
    id: row.id,
    startedAt: row.started_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    spec: parseWith(CalibrationSpec, row.spec, `calibration ${row.id}`),
    expected: row.expected,
    recorded: row.recorded,
    ...toHolding(row),
  };
}
