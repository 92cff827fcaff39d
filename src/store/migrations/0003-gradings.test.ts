import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toMessageHash } from '../runs/messages.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { runs } from './0001-runs.ts';
import { curation } from './0002-curation.ts';
import { migrate } from './migrate.ts';

const spec = JSON.stringify({ files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 1 });
const owner = { process: 123, host: 'desk', token: 't', since: '2026-01-02T03:04:05.000Z' };
const verdict = {
  grader: 'g',
  turnIndex: 1,
  status: 'graded',
  score: 1,
  normalizedScore: 1,
  pass: true,
  reason: 'yes',
} as const;

/** A database as the version before wrote it: a run of one conversation. */
async function makeOldDatabase(file: string): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: [runs, curation], clock, file });
  const body = JSON.stringify({ message: { role: 'assistant', content: 'Hi' } });
  const hash = Buffer.from(toMessageHash(body), 'latin1').toString('hex');
  connection.exec(`
    insert into runs (id, state, started_at, spec, pass, start_sequence, end_sequence)
      values ('run-1', 'ended', '', '${spec}', 1, 1, 5);
    insert into conversations
      values (1, 1, 0, 0, 'case-1', 'a', 'bot', 'question', 'reply', 0, '["old"]', 'pass', null, 4);
    insert into messages values (1, 1, x'${hash}', '${body}');
    insert into replies values (1, 1, 1, 2, 'target', 1, null, 1.5, null, null, null, null, null, null);
    insert into verdicts values (1, 1, 1, 'g', 0, 3, 1, 1, 1, null, '{"reason":"yes"}');
    update counters set value = 5`);
  connection.close();
}

it('leaves the runs of an older database as they are, and lets them be graded again', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const before = await store.runs.findConversation('run-1', 1);
  expect(before).toMatchObject({ start: { id: 'case-1', tags: ['old'] }, replies: [{ turnIndex: 1 }] });
  expect(before?.verdicts).toEqual([verdict]);
  expect(before?.start).not.toHaveProperty('conversationId');
  expect(await store.runs.gradings('run-1')).toEqual([]);
  const writer = await store.runs.grade('run-1', { spec: { hash: 'h' }, owner }, () => true);
  const aggregate = { all: false, mean: 0, min: 0, last: 0 };
  const failed = { ...verdict, score: 0, normalizedScore: 0, pass: false };
  await writer.record(1, { verdicts: [failed], judgments: [], status: 'fail', aggregate });
  await writer.close('completed');
  expect(await store.runs.findConversation('run-1', 1)).toMatchObject({ verdicts: [failed], end: { status: 'fail' } });
  expect(await store.runs.findConversation('run-1', 1, { grading: 0 })).toEqual(before);
});
