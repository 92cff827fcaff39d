import { type Kysely, sql } from 'kysely';
import type { Engine, Migration } from './migration.ts';

export const runs: Migration = {
  number: 1,
  name: 'runs',
  up: async (db, engine) => {
    await createRuns(db, engine);
    await createConversations(db, engine);
    await createMessages(db, engine);
    await createReplies(db, engine);
    await createVerdicts(db, engine);
    await createCache(db);
    await createCounters(db);
  },
};

async function createRuns(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('runs')
    .addColumn('no', 'integer', engine.uniqueNumber)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) => column.notNull())
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
    .execute();
  await db.schema
    .createTable('removals')
    .addColumn('run_no', 'integer', (column) => column.primaryKey())
    .execute();
}

async function createConversations(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('conversations'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('no', 'integer', (column) => column.notNull())
    .addColumn('file', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('case_id', 'text', (column) => column.notNull())
    .addColumn('dataset', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('send', 'text', (column) => column.notNull())
    .addColumn('play', 'text', (column) => column.notNull())
    .addColumn('repeat', 'integer', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('status', 'text')
    .addColumn('ending', 'text')
    .addColumn('end_sequence', 'bigint')
    .addPrimaryKeyConstraint('conversations_key', ['run_no', 'no'])
    .execute();
  await db.schema
    .createIndex('conversations_by_name')
    .unique()
    .on('conversations')
    .columns(['run_no', 'case_id', 'file', 'target', 'send', 'play', 'repeat'])
    .execute();
  await db.schema
    .createIndex('conversations_by_end')
    .on('conversations')
    .columns(['run_no', 'end_sequence'])
    .where(sql.ref('end_sequence'), 'is not', null)
    .execute();
}

async function createMessages(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('no', 'integer', engine.rowNumber)
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('hash', engine.bytes, (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('messages_by_hash').unique().on('messages').column('hash').execute();
  await engine
    .byKey(db.schema.createTable('message_uses'))
    .addColumn('message_no', 'integer', (column) => column.notNull())
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('message_uses_key', ['message_no', 'run_no'])
    .execute();
  await engine
    .byKey(db.schema.createTable('turns'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('conversation_no', 'integer', (column) => column.notNull())
    .addColumn('turn_index', 'integer', (column) => column.notNull())
    .addColumn('message_no', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('turns_key', ['run_no', 'conversation_no', 'turn_index'])
    .execute();
}

async function createReplies(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('replies'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('conversation_no', 'integer', (column) => column.notNull())
    .addColumn('turn_index', 'integer', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('said_by', 'text', (column) => column.notNull())
    .addColumn('message_no', 'integer', (column) => column.notNull())
    .addColumn('guidelines_no', 'integer')
    .addColumn('latency_ms', 'double precision', (column) => column.notNull())
    .addColumn('input_tokens', 'integer')
    .addColumn('output_tokens', 'integer')
    .addColumn('cached_input_tokens', 'integer')
    .addColumn('reasoning_tokens', 'integer')
    .addColumn('cost_usd', 'double precision')
    .addColumn('call', 'text')
    .addPrimaryKeyConstraint('replies_key', ['run_no', 'conversation_no', 'turn_index'])
    .execute();
  await db.schema.createIndex('replies_by_sequence').on('replies').columns(['run_no', 'sequence']).execute();
}

async function createVerdicts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('verdicts'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('conversation_no', 'integer', (column) => column.notNull())
    .addColumn('turn_index', 'integer', (column) => column.notNull())
    .addColumn('grader', 'text', (column) => column.notNull())
    .addColumn('grading', 'integer', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('score', 'double precision')
    .addColumn('unit', 'double precision')
    .addColumn('pass', 'integer')
    .addColumn('cause', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('verdicts_key', ['run_no', 'conversation_no', 'turn_index', 'grader', 'grading'])
    .execute();
  await db.schema.createIndex('verdicts_by_sequence').on('verdicts').columns(['run_no', 'sequence']).execute();
}

async function createCache(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cache')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('reply', 'text', (column) => column.notNull())
    .execute();
}

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into counters (name, value) values ('sequence', 0)`.execute(db);
}
