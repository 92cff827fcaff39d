import type { Kysely, Selectable } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { RunSpec } from '../../conversation/run/run-spec.ts';
import { type GradingRow, readCountingGradings, toGradingRecord } from '../gradings/gradings.ts';
import { type Leased, leaseColumns, noOwner, toLease, toLeaseColumns } from '../leases/leases.ts';
import type { Lease, LeaseOwner, RunRecord } from '../port.ts';
import { countColumns, type Database, type RunTable } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';

type RunRow = Selectable<RunTable>;

export interface NewRun {
  readonly id: string;
  readonly spec: RunSpec;
  readonly owner: LeaseOwner;
  readonly at: string;
  readonly sequence: number;
}

/** Creates a run that has an owner; undefined when the id is taken. */
export async function insertRun(db: Kysely<Database>, run: NewRun): Promise<number | undefined> {
  const row = await db
    .insertInto('runs')
    .values({
      id: run.id,
      state: 'running',
      started_at: run.at,
      spec: toSpecColumn(run.spec),
      ...toLeaseColumns(run.owner, run.at),
      start_sequence: run.sequence,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('no')
    .executeTakeFirst();
  return row?.no;
}

/** Throws when the spec is one that could not be read again. */
export function toSpecColumn(spec: RunSpec): string {
  RunSpec.parse(spec);
  return JSON.stringify(spec);
}

/**
 * Takes a number that no run has or will get, for something else that uses messages. Only inside a transaction: until it
 * ends, no other connection sees the run that the number was taken from.
 */
export async function takeRunNumber(db: Kysely<Database>): Promise<number> {
  const { no } = await db
    .insertInto('runs')
    .values({ id: '', state: 'completed', started_at: '', spec: '', start_sequence: 0 })
    .returning('no')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('runs').where('no', '=', no).execute();
  return no;
}

/** Gives a run to an owner, whichever it had, and opens it again. */
export async function leaseRun(db: Kysely<Database>, no: number, owner: LeaseOwner, at: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ state: 'running', ended_at: null, end_sequence: null, ...toLeaseColumns(owner, at) })
    .where('no', '=', no)
    .execute();
}

export async function findRunNumber(db: Kysely<Database>, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('runs').select('no').where('id', '=', id).executeTakeFirst();
  return row?.no;
}

/** Number and lease of a run, without its spec. */
export async function findRunLease(
  db: Kysely<Database>,
  id: string,
): Promise<(Lease & { readonly no: number }) | undefined> {
  const row = await db
    .selectFrom('runs')
    .select(['no', ...leaseColumns])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { no: row.no, ...toLease(row) };
}

export async function findRun(db: Kysely<Database>, id: string): Promise<RunRecord | undefined> {
  const row = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  return toRunRecord(row, await readCountingGradings(db, { from: id, to: id }));
}

interface ListRunsOptions {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly onUnreadable?: ((id: string) => void) | undefined;
}

/** Newest first; ids sort by time. A run that cannot be read is left out, and the next one takes its place. */
export async function listRuns(
  db: Kysely<Database>,
  { limit, before, onUnreadable }: ListRunsOptions,
): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  let last = before;
  while (records.length < limit) {
    const wanted = limit - records.length;
    const rows = await listRunRows(db, { limit: wanted, before: last });
    const [newest, oldest] = [rows[0], rows.at(-1)];
    if (newest === undefined || oldest === undefined) break;
    const gradings = await readCountingGradings(db, { from: oldest.id, to: newest.id });
    for (const row of rows) {
      const record = findRunRecord(row, gradings);
      if (record === undefined) onUnreadable?.(row.id);
      else records.push(record);
    }
    if (rows.length < wanted) break;
    last = oldest.id;
  }
  return records;
}

async function listRunRows(
  db: Kysely<Database>,
  { limit, before }: Pick<ListRunsOptions, 'limit' | 'before'>,
): Promise<readonly RunRow[]> {
  let query = db.selectFrom('runs').selectAll().orderBy('id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
}

/** The update that every group of records ends with. It changes no row when the owner lost the run. */
export function countRunStatement(db: Kysely<Database>) {
  const counts = toParameters('runs', countColumns);
  const { beat_at, no, holder_token } = toParameters('runs', ['beat_at', 'no', 'holder_token']);
  const query = db
    .updateTable('runs')
    .set((eb) => ({
      beat_at,
      pass: eb('pass', '+', counts.pass),
      fail: eb('fail', '+', counts.fail),
      error: eb('error', '+', counts.error),
      ungraded: eb('ungraded', '+', counts.ungraded),
      skipped: eb('skipped', '+', counts.skipped),
    }))
    .where('no', '=', no)
    .where('holder_token', '=', holder_token);
  return new Statement({ ...counts, beat_at, no, holder_token }, query);
}

export function replaceSpecStatement(db: Kysely<Database>) {
  const { spec, no } = toParameters('runs', ['spec', 'no']);
  return new Statement({ spec, no }, db.updateTable('runs').set({ spec }).where('no', '=', no));
}

/** False when the owner lost the run. */
export async function releaseRun(
  db: Kysely<Database>,
  { no, token }: { readonly no: number; readonly token: string },
  end: { readonly state: RunRecord['state']; readonly at: string; readonly sequence: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ state: end.state, ended_at: end.at, end_sequence: end.sequence, ...noOwner })
    .where('no', '=', no)
    .where('holder_token', '=', token)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export function toLeasedRun(id: string): Leased {
  return {
    isOwned: `Run ${id} is owned`,
    wasLost: {
      message: `Another process took over run ${id} and has released it since.`,
      hint: 'Resume the run.',
    },
    unknownFault: () => unknownRunFault(id),
  };
}

export function unknownRunFault(id: string): Fault {
  return new Fault({
    code: 'RUN_UNKNOWN',
    message: `There is no run "${id}" in the database.`,
    hint: 'List the runs with `turnwise runs`.',
  });
}

/** Undefined when the row is damaged. */
function findRunRecord(row: RunRow, gradings: ReadonlyMap<number, GradingRow>): RunRecord | undefined {
  try {
    return toRunRecord(row, gradings);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function toRunRecord(row: RunRow, gradings: ReadonlyMap<number, GradingRow>): RunRecord {
  const { pass, fail, error, ungraded, skipped } = row;
  const grading = gradings.get(row.no);
  return {
    id: row.id,
    state: row.state,
    startedAt: row.started_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    spec: parseWith(RunSpec, row.spec, `run ${row.id}`),
    counts: { pass, fail, error, ungraded, skipped },
    ...(grading === undefined ? {} : { grading: toGradingRecord(grading) }),
    ...toLease(row),
  };
}
