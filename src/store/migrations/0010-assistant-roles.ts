import type { Migration } from './migration.ts';

/** The roles besides `assistant` that speak for the assistant in a dataset. Datasets from before name none. */
export const assistantRoles: Migration = {
  number: 10,
  name: 'assistant-roles',
  up: async (db) => {
    await db.schema
      .alterTable('datasets')
      .addColumn('assistant_roles', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
