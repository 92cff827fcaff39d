import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { runs } from './0001-runs.ts';
import { migrate } from './migrate.ts';

const spec = JSON.stringify({ files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 });

async function makeOldDatabase(file: string): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: [runs], clock, file });
  // Today's writer needs today's tables.
  await sql`insert into runs (id, state, started_at, spec, start_sequence, end_sequence)
    values ('run-1', 'ended', '', ${spec}, 1, 2)`.execute(db);
  connection.close();
}

it('gives a database of runs the tables of curation, and leaves its runs', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  expect(await store.runs.list()).toMatchObject([{ id: 'run-1', state: 'completed' }]);
  expect(await store.curation.stats()).toEqual({ datasets: 0, items: {}, labels: 0, raters: 0 });
  expect(await store.curation.datasets.create({ name: 'desk', actor: 'ann' })).toBe(true);
  expect(await store.curation.datasets.list()).toMatchObject([{ name: 'desk' }]);
});
