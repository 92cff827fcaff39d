import type { Kysely, Selectable } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { CalibrationSpec } from '../../conversation/judge/calibration.ts';
import type { CalibrationRecord, NewCalibration } from '../calibration-port.ts';
import { type Leased, leaseColumns, noOwner, toLease, toLeaseColumns } from '../leases/leases.ts';
import type { Lease, LeaseOwner } from '../port.ts';
import { takeRunNumber } from '../runs/runs.ts';
import type { CalibrationTable } from '../tables/calibration-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';

export interface LeasedCalibration extends Lease {
  readonly id: string;
  readonly no: number;
}

/** Creates a calibration that has an owner, and gives its number. Only inside a transaction. */
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
export async function findOpenCalibration(db: Kysely<Database>, hash: string): Promise<LeasedCalibration | undefined> {
  const row = await db
    .selectFrom('calibrations')
    .select(['no', 'id', ...leaseColumns])
    .where('hash', '=', hash)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row === undefined ? undefined : { no: row.no, id: row.id, ...toLease(row) };
}

export async function findCalibrationLease(db: Kysely<Database>, id: string): Promise<LeasedCalibration | undefined> {
  const row = await db
    .selectFrom('calibrations')
    .select(['no', ...leaseColumns])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { no: row.no, id, ...toLease(row) };
}

/** Gives a calibration to an owner, whichever it had. */
export async function leaseCalibration(db: Kysely<Database>, no: number, owner: LeaseOwner, at: string): Promise<void> {
  await db.updateTable('calibrations').set(toLeaseColumns(owner, at)).where('no', '=', no).execute();
}

/** The update that every group of results ends with. It changes no row when the owner lost the calibration. */
export function countCalibrationStatement(db: Kysely<Database>) {
  const calibration = toParameters('calibrations', ['beat_at', 'recorded', 'no', 'holder_token']);
  const { beat_at, recorded, no, holder_token } = calibration;
  const query = db
    .updateTable('calibrations')
    .set((eb) => ({ beat_at, recorded: eb('recorded', '+', recorded) }))
    .where('no', '=', no)
    .where('holder_token', '=', holder_token);
  return new Statement(calibration, query);
}

/** `endedAt`: it is done. False when the owner lost the calibration. */
export async function releaseCalibration(
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

export function toLeasedCalibration(id: string): Leased {
  return {
    isOwned: `Calibration ${id} is owned`,
    wasLost: {
      message: `Calibration ${id} is no longer owned by this process. Another process resumed it, or one of its items was purged.`,
      hint: 'Calibrate again.',
    },
    unknownFault: () => unknownCalibrationFault(id),
  };
}
