import type { Kysely, Selectable } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { CalibrationSpec } from '../../conversation/judge/calibration.ts';
import type { CalibrationRecord, NewCalibration } from '../calibration-port.ts';
import { noOwner, toLease, toLeaseColumns } from '../leases/leases.ts';
import type { LeaseOwner } from '../port.ts';
import { takeRunNumber } from '../runs/runs.ts';
import type { CalibrationTable } from '../tables/calibration-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';

/** A calibration, and who writes to it. */
export interface HeldCalibration extends Pick<CalibrationRecord, 'id' | 'owner' | 'heartbeatAt'> {
  readonly no: number;
}

const heldColumns = ['no', 'id', 'holder_process', 'holder_host', 'holder_token', 'holder_since', 'beat_at'] as const;

/** Makes a calibration that is held and gives its number. Only inside a transaction. */
export async function insertCalibration(
  db: Kysely<Database>,
  { id, spec, expected, owner }: Omit<NewCalibration, 'samples'>,
  at: string,
): Promise<number> {
  const no = await takeRunNumber(db);
  const head = { no, id, hash: spec.hash, started_at: at, spec: JSON.stringify(spec), expected };
  await db
    .insertInto('calibrations')
    .values({ ...head, ...toLeaseColumns(owner, at) })
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
  return row === undefined ? undefined : { no: row.no, id: row.id, ...toLease(row) };
}

export async function findHeldCalibration(db: Kysely<Database>, id: string): Promise<HeldCalibration | undefined> {
  const row = await db.selectFrom('calibrations').select(heldColumns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { no: row.no, id, ...toLease(row) };
}

/** Gives a calibration to a owner, whoever had it. */
export async function holdCalibration(db: Kysely<Database>, no: number, owner: LeaseOwner, at: string): Promise<void> {
  await db.updateTable('calibrations').set(toLeaseColumns(owner, at)).where('no', '=', no).execute();
}

/**
 * The update that every group of results ends with. It changes no row when the owner lost the calibration.
 * Parameters: beat_at, what is added to recorded, no, holder_token.
 */
export function countCalibrationQuery(db: Kysely<Database>) {
  return db
    .updateTable('calibrations')
    .set((eb) => ({ beat_at: '', recorded: eb('recorded', '+', 0) }))
    .where('no', '=', 0)
    .where('holder_token', '=', '');
}

/** Lets go of a calibration; `endedAt`: it is done. False when the owner lost it. */
export async function letGoOfCalibration(
  db: Kysely<Database>,
  { no, token }: { readonly no: number; readonly token: string },
  endedAt?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calibrations')
    .set({ ...noOwner, ...(endedAt === undefined ? {} : { ended_at: endedAt }) })
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
    ...toLease(row),
  };
}

export function heldCalibrationFault(id: string, owner: LeaseOwner): Fault {
  const { process, host, since } = owner;
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Calibration ${id} is owned by process ${process} on host ${host} since ${since}.`,
    hint: 'Wait for that process, or stop it. If it died, its lease expires after 60 seconds.',
  });
}
