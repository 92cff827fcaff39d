import type { Kysely } from 'kysely';
import { toJudgeHash, toSampleHash } from '../../conversation/judge/test-set-use.ts';
import type { Database } from '../tables/database.ts';
import { recordTestSetUses } from '../tables/test-set-uses.ts';
import type { Engine, Migration } from './migration.ts';

/**
 * Random draws of conversations to label, and the judges that were tried on each test sample. Test-set uses were counted
 * by path of the deck before; they are counted by sample from here on, from the calibrations that are kept.
 */
export const trust: Migration = {
  number: 7,
  name: 'trust',
  up: async (db, engine) => {
    await createLabelRequests(db, engine);
    await createTestSetUses(db, engine);
    // The tables are those of this step.
    await fillTestSetUses(db as Kysely<Database>);
    await db.schema.dropTable('looks').execute();
  },
};

async function createLabelRequests(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('label_requests')
    .addColumn('sequence', engine.sequenceKey, (column) => column.primaryKey())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('dataset', 'text')
    .addColumn('run', 'text')
    .addColumn('request', 'text', (column) => column.notNull())
    .execute();
  await engine
    .byKey(db.schema.createTable('label_picks'))
    .addColumn('request', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('dataset', 'text')
    .addColumn('item', 'text')
    .addColumn('run', 'text')
    .addColumn('pick', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('label_picks_key', ['request', 'position'])
    .execute();
  await db.schema.createIndex('label_picks_by_item').on('label_picks').columns(['dataset', 'item']).execute();
  await db.schema.createIndex('label_picks_by_run').on('label_picks').column('run').execute();
}

async function createTestSetUses(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('test_set_uses'))
    .addColumn('sample', 'text', (column) => column.notNull())
    .addColumn('judge', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('test_set_uses_key', ['sample', 'judge'])
    .execute();
}

async function fillTestSetUses(db: Kysely<Database>): Promise<void> {
  const calibrations = await db.selectFrom('calibrations').select(['no', 'started_at', 'spec']).orderBy('id').execute();
  for (const { no, started_at: at, spec } of calibrations) {
    // Written by the version before, which checked it.
    const { judges } = JSON.parse(spec);
    for (const [place, { deckHash, target }] of judges.entries()) {
      const rows = await db
        .selectFrom('calibration_samples')
        .innerJoin('messages', 'messages.no', 'calibration_samples.message_no')
        .select('messages.body')
        .where('calibration_no', '=', no)
        .where('judge', '=', place)
        .execute();
      // The body is the JSON of a text, which is the JSON of a sample.
      const samples = rows.map(({ body }) => toSampleHash(JSON.parse(JSON.parse(body))));
      await recordTestSetUses(db, [
        { judge: toJudgeHash(deckHash, target), at, place, samples: [...new Set(samples)] },
      ]);
    }
  }
}
