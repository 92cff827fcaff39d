import { type Kysely, sql } from 'kysely';
import type { Database } from '../tables/database.ts';
import { renameInRuns } from './0008-grader-names.ts';
import { renameStoredCalibrations } from './0008-stored-calibrations.ts';
import type { Migration } from './migration.ts';

/** The names of version 1.0, in tables and in stored JSON. */
export const finalNames: Migration = {
  number: 8,
  name: 'final-names',
  up: async (db) => {
    await db.schema.alterTable('judgements').renameTo('judgments').execute();
    await db.schema.alterTable('verdicts').renameColumn('unit', 'normalized_score').execute();
    await db.schema.alterTable('graded_conversations').renameColumn('folds', 'aggregate').execute();
    await sql`update conversations set ending = replace(ending, '"folds":{', '"aggregate":{') where ending like '%"folds":{%'`.execute(
      db,
    );
    await renameStoredCalibrations(db);
    // The tables are those of this step.
    await renameInRuns(db as Kysely<Database>);
  },
};
