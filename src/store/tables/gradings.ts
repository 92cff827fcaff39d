import { type Kysely, type Selectable, sql } from 'kysely';
import { Fault } from '../../base/fault.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { type GradingRecord, GradingSpec } from '../../conversation/grading.ts';
import type { Database, GradingTable } from './database.ts';
import { parseWith } from './json-column.ts';

export type GradingRow = Selectable<GradingTable>;

export interface NewGrading {
  readonly run: number;
  readonly spec: GradingSpec;
  readonly at: string;
  readonly sequence: number;
}

/** Makes a grading and gives its number. Only inside a transaction: the number is the next one now. */
export async function insertGrading(db: Kysely<Database>, { run, spec, at, sequence }: NewGrading): Promise<number> {
  const last = await db
    .selectFrom('gradings')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('run_no', '=', run)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await db
    .insertInto('gradings')
    .values({ run_no: run, number, started_at: at, spec: toCanonicalJson(spec), start_sequence: sequence })
    .execute();
  return number;
}

/** The newest grading of this spec that has not ended, when the replies are still those it began with. */
export async function findStoppedGrading(
  db: Kysely<Database>,
  run: number,
  spec: GradingSpec,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('gradings')
    .select('number')
    .where('run_no', '=', run)
    .where('spec', '=', toCanonicalJson(spec))
    .where('end_sequence', 'is', null)
    .where(isSincePlay('start_sequence'))
    .orderBy('number', 'desc')
    .executeTakeFirst();
  return row?.number;
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

/** Parameters: what is added to pass, fail, error, ungraded and skipped, run, number. No row: the run is removed. */
export function countGradingQuery(db: Kysely<Database>) {
  return db
    .updateTable('gradings')
    .set((eb) => ({
      pass: eb('pass', '+', 0),
      fail: eb('fail', '+', 0),
      error: eb('error', '+', 0),
      ungraded: eb('ungraded', '+', 0),
      skipped: eb('skipped', '+', 0),
    }))
    .where('run_no', '=', 0)
    .where('number', '=', 0);
}

/** Ends a grading that has not ended. */
export async function endGrading(
  db: Kysely<Database>,
  { run, number, at, sequence }: { readonly run: number; readonly number: number; at: string; sequence: number },
): Promise<void> {
  await db
    .updateTable('gradings')
    .set({ ended_at: at, end_sequence: sequence })
    .where('run_no', '=', run)
    .where('number', '=', number)
    .where('end_sequence', 'is', null)
    .execute();
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
  const there = known.length === 0 ? 'It was not graded again.' : `There are: ${known.join(', ')}.`;
  return new Fault({
    code: 'RUN_BAD_GRADING',
    message: `Run ${run} has no grading ${grading}. ${there}`,
    hint: 'Name one of them; 0 stands for the verdicts given while it was played.',
  });
}
