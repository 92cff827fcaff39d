import { type Kysely, type Selectable, sql } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { type GradingRecord, GradingSpec } from '../../conversation/run/run-spec.ts';
import { noOwner, toLease, toLeaseColumns } from '../leases/leases.ts';
import type { LeaseOwner, StoredGrading } from '../port.ts';
import type { Database, GradingTable } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';

export type GradingRow = Selectable<GradingTable>;

export interface NewGrading {
  readonly run: number;
  readonly spec: GradingSpec;
  readonly owner: LeaseOwner;
  readonly at: string;
  readonly sequence: number;
}

/** A grading, and who writes to it. */
export type HeldGrading = Pick<StoredGrading, 'number' | 'owner' | 'heartbeatAt'>;

const heldColumns = ['number', 'holder_process', 'holder_host', 'holder_token', 'holder_since', 'beat_at'] as const;

/** Makes a grading that is held and gives its number. Only inside a transaction: the number is the next one now. */
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
 * The newest grading of this spec that has not ended, when the replies are still those it began with. How certificates
 * stood decides no verdict, so it does not tell gradings apart.
 */
export async function findOpenGrading(
  db: Kysely<Database>,
  run: number,
  spec: GradingSpec,
): Promise<HeldGrading | undefined> {
  const rows = await db
    .selectFrom('gradings')
    .select([...heldColumns, 'spec'])
    .where('run_no', '=', run)
    .where('end_sequence', 'is', null)
    .where(isSincePlay('start_sequence'))
    .orderBy('number', 'desc')
    .execute();
  const wanted = toAsked(spec);
  const row = rows.find((one) => toAsked(parseGradingSpec(one)) === wanted);
  return row === undefined ? undefined : { number: row.number, ...toLease(row) };
}

function toAsked({ certificates: _, ...asked }: GradingSpec): string {
  return toCanonicalJson(asked);
}

/** The gradings of a run that somebody holds, or died while holding. */
export async function listHeldGradings(db: Kysely<Database>, run: number): Promise<readonly HeldGrading[]> {
  const rows = await db
    .selectFrom('gradings')
    .select(heldColumns)
    .where('run_no', '=', run)
    .where('holder_token', 'is not', null)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ number: row.number, ...toLease(row) }));
}

/** Gives a grading to a owner, whoever had it. */
export async function holdGrading(
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

/**
 * The update that every group of conversations ends with. It changes no row when the owner lost the grading.
 * Parameters: beat_at, what is added to pass, fail, error, ungraded and skipped, run, number, holder_token.
 */
export function countGradingQuery(db: Kysely<Database>) {
  return db
    .updateTable('gradings')
    .set((eb) => ({
      beat_at: '',
      pass: eb('pass', '+', 0),
      fail: eb('fail', '+', 0),
      error: eb('error', '+', 0),
      ungraded: eb('ungraded', '+', 0),
      skipped: eb('skipped', '+', 0),
    }))
    .where('run_no', '=', 0)
    .where('number', '=', 0)
    .where('holder_token', '=', '');
}

/** Lets go of a grading; with an end, from then on it counts. False when the owner lost it. */
export async function letGoOfGrading(
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

export function heldGradingFault(run: string, owner: LeaseOwner): Fault {
  const { process, host, since } = owner;
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `Run ${run} is being graded by process ${process} on host ${host} since ${since}.`,
    hint: 'Wait for that process, or stop it. If it died, its lease expires after 60 seconds.',
  });
}
