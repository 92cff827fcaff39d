import { type Kysely, type Selectable, sql } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { type GradingRecord, GradingSpec } from '../../conversation/run/run-spec.ts';
import { noOwner, toLease, toLeaseColumns } from '../leases/leases.ts';
import type { LeaseOwner, StoredGrading } from '../port.ts';
import { countColumns, type Database, type GradingTable } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';

export type GradingRow = Selectable<GradingTable>;

export interface NewGrading {
  readonly run: number;
  readonly spec: GradingSpec;
  readonly owner: LeaseOwner;
  readonly at: string;
  readonly sequence: number;
}

/** Creates a grading that has an owner, and gives its number. Only inside a transaction: the number is the next one now. */
export async function insertGrading(db: Kysely<Database>, grading: NewGrading): Promise<number> {
  const { run, spec, owner, at, sequence } = grading;
  const last = await db
    .selectFrom('gradings')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('run_no', '=', run)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await db
    .insertInto('gradings')
    .values({
      run_no: run,
      number,
      started_at: at,
      spec: toCanonicalJson(spec),
      ...toLeaseColumns(owner, at),
      start_sequence: sequence,
    })
    .execute();
  return number;
}

/**
 * The newest grading of this spec that has not ended, if the replies are still those it began with. Certificates decide no
 * verdict, so specs that differ in them alone are equal.
 */
export async function findOpenGrading(
  db: Kysely<Database>,
  run: number,
  spec: GradingSpec,
): Promise<StoredGrading | undefined> {
  const rows = await db
    .selectFrom('gradings')
    .selectAll()
    .where('run_no', '=', run)
    .where('end_sequence', 'is', null)
    .where(isSincePlay('start_sequence'))
    .orderBy('number', 'desc')
    .execute();
  const wanted = toAsked(spec);
  const row = rows.find((one) => toAsked(parseGradingSpec(one)) === wanted);
  return row === undefined ? undefined : toStoredGrading(row);
}

function toAsked({ certificates: _, ...asked }: GradingSpec): string {
  return toCanonicalJson(asked);
}

/** Gives a grading to an owner, whichever it had. */
export async function leaseGrading(
  db: Kysely<Database>,
  { run, number, owner, at }: Pick<NewGrading, 'run' | 'owner' | 'at'> & { readonly number: number },
): Promise<void> {
  await db
    .updateTable('gradings')
    .set(toLeaseColumns(owner, at))
    .where('run_no', '=', run)
    .where('number', '=', number)
    .execute();
}

/** By number. */
export async function listGradings(db: Kysely<Database>, run: number): Promise<readonly GradingRow[]> {
  return db.selectFrom('gradings').selectAll().where('run_no', '=', run).orderBy('number').execute();
}

/** The gradings that count now, by run, of the runs whose ids are in this range; a run may count as played. */
export async function readCountingGradings(
  db: Kysely<Database>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<number, GradingRow>> {
  const rows = await db
    .selectFrom('gradings')
    .innerJoin('runs', 'runs.no', 'gradings.run_no')
    .selectAll('gradings')
    .where('runs.id', '>=', from)
    .where('runs.id', '<=', to)
    .where(isSincePlay('gradings.end_sequence'))
    .orderBy('gradings.end_sequence')
    .execute();
  return new Map(rows.map((row) => [row.run_no, row]));
}

/**
 * Whether this number was taken after everything that was played. The end of the run would tell less: a run whose
 * process died has none, and one that is resumed with nothing left to play gets another.
 */
function isSincePlay(column: 'start_sequence' | 'gradings.end_sequence') {
  return sql<boolean>`${sql.ref(column)} > coalesce(
      (select max(replies.sequence) from replies where replies.run_no = gradings.run_no), 0)
    and ${sql.ref(column)} > coalesce(
      (select max(conversations.end_sequence) from conversations
        where conversations.run_no = gradings.run_no and conversations.end_sequence is not null), 0)`;
}

/** The update that every group of conversations ends with. It changes no row when the owner lost the grading. */
export function countGradingStatement(db: Kysely<Database>) {
  const counts = toParameters('gradings', countColumns);
  const { beat_at, run_no, number, holder_token } = toParameters('gradings', gradingLease);
  const query = db
    .updateTable('gradings')
    .set((eb) => ({
      beat_at,
      pass: eb('pass', '+', counts.pass),
      fail: eb('fail', '+', counts.fail),
      error: eb('error', '+', counts.error),
      ungraded: eb('ungraded', '+', counts.ungraded),
      skipped: eb('skipped', '+', counts.skipped),
    }))
    .where('run_no', '=', run_no)
    .where('number', '=', number)
    .where('holder_token', '=', holder_token);
  return new Statement({ ...counts, beat_at, run_no, number, holder_token }, query);
}

const gradingLease = ['beat_at', 'run_no', 'number', 'holder_token'] as const;

/** With an end, the grading counts from then on. False when the owner lost it. */
export async function releaseGrading(
  db: Kysely<Database>,
  { run, number, token }: { readonly run: number; readonly number: number; readonly token: string },
  end?: { readonly at: string; readonly sequence: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gradings')
    .set({ ...noOwner, ...(end === undefined ? {} : { ended_at: end.at, end_sequence: end.sequence }) })
    .where('run_no', '=', run)
    .where('number', '=', number)
    .where('holder_token', '=', token)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export function toStoredGrading(row: GradingRow): StoredGrading {
  return { ...toGradingRecord(row), ...toLease(row) };
}

export function toGradingRecord(row: GradingRow): GradingRecord {
  const { number, pass, fail, error, ungraded, skipped } = row;
  return {
    number,
    startedAt: row.started_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    spec: parseGradingSpec(row),
    counts: { pass, fail, error, ungraded, skipped },
  };
}

export function parseGradingSpec({ number, spec }: Pick<GradingRow, 'number' | 'spec'>): GradingSpec {
  return parseWith(GradingSpec, spec, `grading ${number}`);
}

export function badGradingFault(run: string, grading: number, known: readonly number[]): Fault {
  const there = known.length === 0 ? 'It was not re-graded.' : `Available: ${known.join(', ')}.`;
  return new Fault({
    code: 'RUN_BAD_GRADING',
    message: `Run ${run} has no grading ${grading}. ${there}`,
    hint: 'Choose one of them. 0 is the grading made while the run was played.',
  });
}
