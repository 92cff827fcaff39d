import type { Kysely } from 'kysely';
import type { Engine, Migration } from './migration.ts';

/**
 * Attempts at conversations that the target keeps itself. 0: no attempt was recorded, as of every conversation whose
 * target is sent the whole history.
 */
export const attempts: Migration = {
  number: 6,
  name: 'attempts',
  up: async (db, engine) => {
    await db.schema
      .alterTable('conversations')
      .addColumn('attempt', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await createAbandonedAttempts(db, engine);
  },
};

/** The records of an abandoned attempt are kept under a number of their own, which no conversation has. */
async function createAbandonedAttempts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await engine
    .byKey(db.schema.createTable('abandoned_attempts'))
    .addColumn('run_no', 'integer', (column) => column.notNull())
    .addColumn('conversation_no', 'integer', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('no', 'integer', (column) => column.notNull())
    .addColumn('ending', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('abandoned_attempts_key', ['run_no', 'conversation_no', 'attempt'])
    .execute();
}
