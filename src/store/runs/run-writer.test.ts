import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import type { Database } from '../tables/database.ts';
import { createRunStore } from './run-store.ts';

const spec = { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 };
const owner = { process: 1, host: 'h', token: 't', since: '' };
const name = { id: 'a', eval: 'a', target: 'bot', send: 'question', play: 'reply', repeat: 0 } as const;

it('writes nothing of a group that fills the disk, and releases the run when there is room', async () => {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await migrate(db, { engine, migrations, clock, file });
  const runs = createRunStore({ connection, db, reader: db, clock });
  const writer = await runs.create({ id: 'run-1', spec, owner });
  const small = writer.begin({ ...name, file: 0, position: 0, tags: [] });
  await writer.endConversation(small, { status: 'pass' });

  connection.exec('pragma max_page_count = 60');
  const large = writer.begin({ ...name, id: 'b', file: 0, position: 1, tags: [] });
  const played = { message: { role: 'user', content: 'x'.repeat(1_000_000) } };
  const ended = writer.endConversation(large, { status: 'fail' });
  await expect(writer.recordTurns(large, [{ turnIndex: 0, played }])).rejects.toMatchObject({ code: 'STORE_FULL' });
  await expect(ended).rejects.toMatchObject({ code: 'STORE_FULL' });
  await expect(writer.heartbeat()).rejects.toMatchObject({ code: 'STORE_FULL' });

  connection.exec('pragma max_page_count = 100000');
  await writer.close('stopped');
  expect(await runs.find('run-1')).toMatchObject({ state: 'stopped', counts: { pass: 1, fail: 0 } });
  expect(await Array.fromAsync(runs.marks('run-1'))).toMatchObject([{ number: small, status: 'pass' }]);
  connection.close();
});
