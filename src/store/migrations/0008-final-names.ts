import { type Kysely, sql } from 'kysely';
import { toFinalGraderId, toFinalGradingSpec, toFinalRunSpec } from './0008-final-rows.ts';
import type { Migration } from './migration.ts';

/** The tables after their columns were renamed, as far as this step reads them. */
interface Tables {
  readonly runs: { readonly no: number; state: string; skipped: number; spec: string };
  readonly gradings: { readonly run_no: number; readonly number: number; spec: string };
  readonly verdicts: { grader: string; details: string };
}

/** The names of version 1.0, in tables and in stored JSON. `toFinalRow` has the same rules for rows of a backup. */
export const finalNames: Migration = {
  number: 8,
  name: 'final-names',
  up: async (db) => {
    await renameColumns(db);
    // The tables are those of this step.
    const tables = db as Kysely<Tables>;
    await renameInRuns(tables);
    await renameInGradings(tables);
    await renameInVerdicts(tables);
    await replaceIn(db, 'verdicts', 'details', ['"kind":"script","hash":', '"kind":"command","hash":']);
    await replaceIn(db, 'conversations', 'ending', ['"folds":{', '"aggregate":{']);
    await replaceIn(db, 'calibration_results', 'verdict', [',"unit":', ',"normalizedScore":']);
  },
};

async function renameColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('judgements').renameTo('judgments').execute();
  await db.schema.alterTable('verdicts').renameColumn('unit', 'normalized_score').execute();
  await db.schema.alterTable('graded_conversations').renameColumn('folds', 'aggregate').execute();
}

async function renameInRuns(db: Kysely<Tables>): Promise<void> {
  await sql`update runs set state = case when state = 'ended' and skipped = 0 then 'completed' else 'stopped' end
    where state in ('ended', 'interrupted')`.execute(db);
  for (const { no, spec } of await db.selectFrom('runs').select(['no', 'spec']).execute()) {
    const renamed = toFinalRunSpec(spec);
    if (renamed !== spec) await db.updateTable('runs').set({ spec: renamed }).where('no', '=', no).execute();
  }
}

async function renameInGradings(db: Kysely<Tables>): Promise<void> {
  for (const { run_no: run, number, spec } of await db.selectFrom('gradings').selectAll().execute()) {
    const renamed = toFinalGradingSpec(spec);
    if (renamed === spec) continue;
    const grading = db.updateTable('gradings').set({ spec: renamed });
    await grading.where('run_no', '=', run).where('number', '=', number).execute();
  }
}

async function renameInVerdicts(db: Kysely<Tables>): Promise<void> {
  for (const { grader } of await db.selectFrom('verdicts').select('grader').distinct().execute()) {
    const renamed = toFinalGraderId(grader);
    if (renamed === grader) continue;
    await db.updateTable('verdicts').set({ grader: renamed }).where('grader', '=', grader).execute();
  }
}

/** Of JSON. Inside its texts the quotes are escaped, so only keys are found. */
async function replaceIn(
  db: Kysely<unknown>,
  table: string,
  column: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${before}, ${after})
    where ${sql.ref(column)} like ${`%${before}%`}`.execute(db);
}
