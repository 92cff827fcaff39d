import type { Migration } from './migration.ts';

/** Which look it was: there may be earlier ones that this database never saw. 0: it was not kept, and rows are counted. */
export const lookNumbers: Migration = {
  number: 5,
  name: 'look numbers',
  up: async (db) => {
    await db.schema
      .alterTable('looks')
      .addColumn('number', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
