import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const spec = JSON.stringify({ files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 });
const owner = { process: 123, host: 'desk', token: 't', since: '2026-01-02T03:04:05.000Z' };

/** A database as the version before wrote it: two runs, of which the second is removed. */
async function makeOldDatabase(file: string): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: migrations.slice(0, 3), clock, file });
  connection.exec(`
    insert into runs (id, state, started_at, spec, start_sequence, end_sequence)
      values ('run-1', 'ended', '', '${spec}', 1, 2), ('run-2', 'ended', '', '${spec}', 3, 4);
    delete from runs where id = 'run-2'`);
  connection.close();
}

it('leaves the runs of an older database as they are, and stores calibrations with them', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  expect(await store.runs.list()).toMatchObject([{ id: 'run-1', state: 'completed' }]);
  expect(await store.calibrations.list()).toEqual([]);
  const messages = [{ role: 'user', content: 'Hello' }];
  const sample = { id: 'a', messages, tags: [], split: 'tune' as const, meta: {} };
  const samples = [{ judge: 0, cluster: 'a', sample }];
  const calibrationSpec = { judges: [], split: 'tune' as const, sources: [], repeat: 1, variants: [], hash: 'h' };
  const calibration = { id: 'cal-1', spec: calibrationSpec, samples, expected: 1, owner };
  const writer = await store.calibrations.begin(calibration, () => true);
  await writer.close('stopped');
  expect(await Array.fromAsync(store.calibrations.samples('cal-1'))).toEqual(samples);
});
