import type { Kysely } from 'kysely';
import type { Engine, Migration } from './migration.ts';

export const calibrations: Migration = {
  number: 4,
  name: 'calibrations',
  up: async (db, engine) => {
    await createCalibrations(db);
    await createSamples(db, engine);
    await createResults(db, engine);
    await createLooks(db, engine);
  },
};

/** The numbers are taken from those of runs: both use messages, which know by such a number who does. */
async function createCalibrations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calibrations')
    .addColumn('no', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('spec', 'text', (column) => column.notNull())
    .addColumn('expected', 'integer', (column) => column.notNull())
    .addColumn('recorded', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('holder_process', 'integer')
    .addColumn('holder_host', 'text')
    .addColumn('holder_token', 'text')
    .addColumn('holder_since', 'text')
    .addColumn('beat_at', 'text')
    .execute();
  await db.schema.createIndex('calibrations_by_hash').on('calibrations').columns(['hash', 'id']).execute();
}

async function createSamples(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('calibration_samples'))
    .addColumn('calibration_no', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('judge', 'integer', (column) => column.notNull())
    .addColumn('sample', 'text', (column) => column.notNull())
    .addColumn('cluster', 'text', (column) => column.notNull())
    .addColumn('message_no', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('calibration_samples_key', ['calibration_no', 'position'])
    .execute();
}

async function createResults(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('calibration_results'))
    .addColumn('calibration_no', 'integer', (column) => column.notNull())
    .addColumn('judge', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('variant', 'text', (column) => column.notNull())
    .addColumn('repeat', 'integer', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('request', 'text')
    .addColumn('reply_no', 'integer')
    .addColumn('call', 'text')
    .addPrimaryKeyConstraint('calibration_results_key', ['calibration_no', 'judge', 'position', 'variant', 'repeat'])
    .execute();
}

async function createLooks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('looks'))
    .addColumn('deck', 'text', (column) => column.notNull())
    .addColumn('calibration', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('looks_key', ['deck', 'calibration'])
    .execute();
}
