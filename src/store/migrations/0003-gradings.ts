import type { Kysely } from 'kysely';
import type { Engine, Migration } from './migration.ts';

export const gradings: Migration = {
  number: 3,
  name: 'gradings',
  up: async (db, engine) => {
    await db.schema.alterTable('conversations').addColumn('conversation_id', 'text').execute();
    await createGradings(db, engine);
    await createJudgements(db, engine);
  },
};

async function createGradings(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('gradings'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('spec', 'text', (column) => column.notNull())
    .addColumn('pass', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('fail', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('error', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('ungraded', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('skipped', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('holder_process', 'integer')
    .addColumn('holder_host', 'text')
    .addColumn('holder_token', 'text')
    .addColumn('holder_since', 'text')
    .addColumn('beat_at', 'text')
    .addColumn('start_sequence', 'bigint', (column) => column.notNull())
    .addColumn('end_sequence', 'bigint')
    .addPrimaryKeyConstraint('gradings_key', ['run_no', 'number'])
    .execute();
  await engine
    .byKey(db.schema.createTable('graded_conversations'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('conversation_no', 'integer', (column) => column.notNull())
    .addColumn('grading', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('folds', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('graded_conversations_key', ['run_no', 'conversation_no', 'grading'])
    .execute();
}

/** The sequence is the verdict's. A verdict that was taken back leaves its row here, and the next one adds another. */
async function createJudgements(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('judgements'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('conversation_no', 'integer', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('turn_index', 'integer', (column) => column.notNull())
    .addColumn('grader', 'text', (column) => column.notNull())
    .addColumn('grading', 'integer', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('reply_no', 'integer')
    .addColumn('call', 'text')
    .addPrimaryKeyConstraint('judgements_key', ['run_no', 'conversation_no', 'sequence'])
    .execute();
}
