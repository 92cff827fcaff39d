import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import type { Database } from '../tables/database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';

const first: Migration = {
  number: 1,
  name: 'first',
  up: async (db) => {
    await db.schema.createTable('things').addColumn('a', 'text').execute();
  },
};

const broken: Migration = {
  number: 2,
  name: 'broken',
  up: async (db) => {
    await db.schema.alterTable('things').addColumn('b', 'text').execute();
    await sql`select * from nothing`.execute(db);
  },
};

const mended: Migration = {
  number: 2,
  name: 'mended',
  up: async (db) => {
    await db.schema.alterTable('things').addColumn('c', 'text').execute();
  },
};

function open() {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  const run = (migrations: readonly Migration[]) => migrate(db, { engine, migrations, clock, file });
  const listColumns = () => connection.prepareText("select name from pragma_table_info('things')").all();
  return { db, run, listColumns };
}

it('continues from the step a database has', async () => {
  const { run, listColumns } = open();
  await run([first]);
  await run([first, mended]);
  expect(listColumns()).toEqual([{ name: 'a' }, { name: 'c' }]);
});

it('stops at a step that fails, names it and leaves nothing of it', async () => {
  const { db, run, listColumns } = open();
  await expect(run([first, broken])).rejects.toMatchObject({
    code: 'STORE_UNREADABLE',
    message: 'Migration 2 "broken" of the database failed.',
  });
  expect(listColumns()).toEqual([{ name: 'a' }]);
  expect(await db.selectFrom('migrations').select('number').execute()).toEqual([{ number: 1 }]);
  await run([first, mended]);
  expect(listColumns()).toEqual([{ name: 'a' }, { name: 'c' }]);
});
