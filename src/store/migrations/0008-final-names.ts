import { type Kysely, sql } from 'kysely';
import { renameStoredCalibrations } from './0008-stored-calibrations.ts';
import type { Migration } from './migration.ts';

/** The names of version 1.0, in tables and in stored JSON. */
export const finalNames: Migration = {
  number: 8,
  name: 'final-names',
  up: async (db) => {
    await renameColumns(db);
    await renameRunStates(db);
    await sql`update conversations set ending = replace(ending, '"folds":{', '"aggregate":{') where ending like '%"folds":{%'`.execute(
      db,
    );
    await renameStoredCalibrations(db);
  },
};

async function renameColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('judgements').renameTo('judgments').execute();
  await db.schema.alterTable('verdicts').renameColumn('unit', 'normalized_score').execute();
  await db.schema.alterTable('graded_conversations').renameColumn('folds', 'aggregate').execute();
}

/** A run whose limit left conversations out was `ended`, and is `stopped` now. */
async function renameRunStates(db: Kysely<unknown>): Promise<void> {
  await sql`update runs set state = case when state = 'ended' and skipped = 0 then 'completed' else 'stopped' end
    where state in ('ended', 'interrupted')`.execute(db);
}
