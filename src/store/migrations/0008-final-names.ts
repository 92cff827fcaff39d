import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { renderJsonPath } from '../../base/json-value.ts';
import { GradingSpec, RunSpec } from '../../conversation/run/run-spec.ts';
import {
  findObject,
  noOwner,
  toFinalEnding,
  toFinalGradingSpec,
  toFinalRunSpec,
  toFinalVerdict,
} from './0008-final-rows.ts';
import type { Migration, MigrationContext } from './migration.ts';
import { rewriteColumn } from './rewrite-column.ts';

/** The names of version 1.0, in tables and in stored JSON. `toFinalRow` has the same rules for rows of a backup. */
export const finalNames: Migration = {
  number: 8,
  name: 'final-names',
  up: async (db, _engine, context) => {
    await takeOver(db, context);
    await renameColumns(db);
    await renameStates(db);
    await renameInSpecs(db, context);
    await renameInResults(db);
  },
};

/** Tables with a process that writes to them, and what messages say it does. */
const owned = [
  { table: 'runs', what: sql<string>`'writes to run ' || id` },
  { table: 'gradings', what: sql<string>`'grades run ' || (select id from runs where no = run_no)` },
  { table: 'calibrations', what: sql<string>`'writes to calibration ' || id` },
] as const;

interface Owner {
  readonly process: number;
  readonly host: string;
  readonly token: string;
  readonly since: string;
  readonly heartbeatAt: string | null;
  readonly what: string;
}

/**
 * An older process would continue to write the old names, so a living one has to stop first. A process whose lease expired
 * loses its leases, and can write nothing if it wakes up.
 */
export async function takeOver(db: Kysely<unknown>, { file, isExpired }: MigrationContext): Promise<void> {
  for (const { table, what } of owned) {
    const { rows } = await sql<Owner>`select holder_process as process, holder_host as host, holder_token as token,
      holder_since as since, beat_at as "heartbeatAt", ${what} as what from ${sql.table(table)}
      where holder_token is not null`.execute(db);
    const owner = rows.find((row) => !isExpired(row, row.heartbeatAt ?? row.since));
    if (owner !== undefined) throw stillOwnedFault(owner, file);
    const released = Object.keys(noOwner).map((column) => sql`${sql.ref(column)} = null`);
    await sql`update ${sql.table(table)} set ${sql.join(released)} where holder_token is not null`.execute(db);
  }
}

function stillOwnedFault({ process, host, what }: Owner, file: string): Fault {
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `The database cannot be updated: process ${process} on host ${host} still ${what}.`,
    hint: 'Stop that process first, then try again. If it died, its lease expires after 60 seconds.',
    file,
  });
}

async function renameColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('judgements').renameTo('judgments').execute();
  await db.schema.alterTable('verdicts').renameColumn('unit', 'normalized_score').execute();
  await db.schema.alterTable('graded_conversations').renameColumn('folds', 'aggregate').execute();
}

async function renameStates(db: Kysely<unknown>): Promise<void> {
  await sql`update runs set state = case when state = 'ended' and skipped = 0 then 'completed' else 'stopped' end
    where state in ('ended', 'interrupted')`.execute(db);
}

/** Specs may be long, results are short. */
export const specsPerPage = 20;
const resultsPerPage = 500;

async function renameInSpecs(db: Kysely<unknown>, { file }: MigrationContext): Promise<void> {
  const common = { column: 'spec', rowsPerPage: specsPerPage };
  await rewriteColumn(db, {
    ...{ ...common, table: 'runs', key: ['no'] },
    name: sql`id`,
    change: (text, run) => checkSpec(RunSpec, toFinalRunSpec(text), { file, run, what: `run ${run}` }),
  });
  await rewriteColumn(db, {
    ...{ ...common, table: 'gradings', key: ['run_no', 'number'] },
    name: sql`(select id from runs where no = run_no)`,
    change: (text, run) =>
      checkSpec(GradingSpec, toFinalGradingSpec(text), { file, run, what: `a grading of run ${run}` }),
  });
}

async function renameInResults(db: Kysely<unknown>): Promise<void> {
  const tables = [
    { table: 'conversations', key: ['run_no', 'no'], column: 'ending', change: toFinalEnding },
    {
      ...{ table: 'verdicts', column: 'details', change: toFinalVerdict },
      key: ['run_no', 'conversation_no', 'turn_index', 'grader', 'grading'],
    },
    {
      ...{ table: 'calibration_results', column: 'verdict', change: toFinalVerdict },
      key: ['calibration_no', 'judge', 'position', 'variant', 'repeat'],
    },
  ];
  for (const rewriting of tables) await rewriteColumn(db, { ...rewriting, rowsPerPage: resultsPerPage });
}

interface SpecPlace {
  readonly file: string;
  readonly run: string;
  readonly what: string;
}

/**
 * The text, when this version can read it. Else the migration stops, while the version that wrote the spec still can. A
 * text that is not JSON was unreadable before: `runs` reports it, and `runs rm` removes it.
 */
export function checkSpec(schema: z.ZodType, text: string, { file, run, what }: SpecPlace): string {
  const spec = findObject(text);
  const issue = spec === undefined ? undefined : schema.safeParse(spec).error?.issues[0];
  if (issue === undefined) return text;
  const place = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const path = renderJsonPath(place.map((part) => (typeof part === 'number' ? part : String(part))));
  throw new Fault({
    code: 'STORE_UNREADABLE',
    message: `The database cannot be updated: the spec of ${what} is invalid${path === '' ? '' : ` at ${path}`}.`,
    hint: `Nothing was changed. Remove the run with the version of Turnwise that wrote it: turnwise runs rm ${run}`,
    file,
  });
}
