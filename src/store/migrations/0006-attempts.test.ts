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

const spec = { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 1 };

it('finds a conversation of an older database as it was, and can start it over', async () => {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: migrations.slice(0, 5), clock, file });
  connection.exec(`
    insert into runs (no, id, state, started_at, spec, start_sequence)
      values (1, 'r', 'interrupted', '', '${JSON.stringify(spec)}', 1);
    insert into conversations (run_no, no, file, position, case_id, dataset, target, send, play, repeat, tags)
      values (1, 1, 0, 0, 'c', 'a', 'bot', 'question', 'script', 0, '[]');
    insert into messages (no, run_no, hash, body)
      values (1, 1, x'00', '{"message":{"role":"assistant","content":"Hi"}}');
    insert into replies (run_no, conversation_no, turn_index, sequence, said_by, message_no, latency_ms)
      values (1, 1, 1, 2, 'target', 1, 5)`);
  connection.close();
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const found = await store.runs.findConversation('r', 1);
  expect(found).toMatchObject({ start: { id: 'c' }, replies: [{ turnIndex: 1 }] });
  expect(found).not.toHaveProperty('attempt');
  expect(found).not.toHaveProperty('abandoned');
  const owner = { process: 1, host: 'h', token: 't', since: '2026-01-02T03:04:05.000Z' };
  const writer = await store.runs.claim('r', owner, () => true);
  await writer.startAttempt(1, { attempt: 2, abandoned: { attempt: 1, reason: 'stopped', keepsRecords: false } });
  expect(await store.runs.findConversation('r', 1)).toMatchObject({
    ...{ attempt: 2, replies: [] },
    abandoned: [{ attempt: 1, replies: [{ turnIndex: 1 }] }],
  });
});
