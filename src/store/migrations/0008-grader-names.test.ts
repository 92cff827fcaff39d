import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver } from '../sqlite/dialect.ts';
import { engine } from '../sqlite/engine.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const spec = {
  files: [
    {
      path: 'a.eval.yaml',
      hash: 'h',
      dataset: 'shop',
      graders: [
        { id: 'script-1', hash: '1' },
        { id: 'refs-2', hash: '2' },
        { id: 'script-of-steps', hash: '3' },
      ],
    },
  ],
  attachments: [],
  targets: [
    {
      file: 'targets.yaml',
      spec: { id: 'bot', provider: 'builtin', model: 'scripted', rules: [{ turn: 0, reply: 'a' }, { reply: 'b' }] },
    },
  ],
  options: { repeat: 1 },
  conversations: 1,
};
const graders = ['refs-1', 'turn-2/script-1', 'script-of-steps'];
const provenance = { at: '2026-01-02T03:04:05.000Z', kind: 'script', hash: 'h' };

/** A database of the version before: a run that was graded by a program and by its references. */
async function makeOldDatabase(file: string): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: migrations.slice(0, 7), clock, file });
  const insert = (sql: string, ...values: readonly (string | number)[]) => connection.prepare(sql).run(...values);
  insert(
    "insert into runs (id, state, started_at, spec, start_sequence, end_sequence) values ('run-1', 'ended', '', ?, 1, 9)",
    JSON.stringify(spec),
  );
  insert(
    `insert into conversations (run_no, no, file, position, case_id, dataset, target, send, play, repeat, tags, status)
      values (1, 1, 0, 0, 'case-1', 'shop', 'bot', 'question', 'reply', 0, '[]', 'pass')`,
  );
  for (const [index, grader] of graders.entries()) {
    insert(
      'insert into verdicts values (1, 1, 1, ?, 0, ?, 1, 1, 1, null, ?)',
      grader,
      index + 2,
      JSON.stringify({ reason: 'It says "kind":"script","hash":.', ...(grader.includes('/') ? { provenance } : {}) }),
    );
  }
  insert(
    "insert into gradings (run_no, number, started_at, spec, start_sequence) values (1, 1, '', ?, 6)",
    toCanonicalJson({ graders: ['turn-2/script-1'], hash: 'h' }),
  );
  connection.close();
}

it('renames graders, the eval and built-in rules of an older database', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const run = await store.runs.find('run-1');
  expect(run?.spec).toMatchObject({
    files: [{ name: 'shop', graders: [{ id: 'command-1' }, { id: 'citations-2' }, { id: 'script-of-steps' }] }],
    targets: [{ spec: { model: 'rules', rules: [{ reply_number: 1, reply: 'a' }, { reply: 'b' }] } }],
  });
  const conversation = await store.runs.findConversation('run-1', 1);
  expect(conversation?.start).toMatchObject({ eval: 'shop', id: 'case-1' });
  expect(conversation?.verdicts.map(({ grader, provenance: from }) => [grader, from?.kind])).toEqual([
    ['citations-1', undefined],
    ['turn-2/command-1', 'command'],
    ['script-of-steps', undefined],
  ]);
  expect(conversation?.verdicts[0]).toMatchObject({ reason: 'It says "kind":"script","hash":.' });
  expect((await store.runs.gradings('run-1'))[0]?.spec.graders).toEqual(['turn-2/command-1']);
});
