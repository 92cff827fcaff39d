import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrations } from '../../src/store/migrations/migrations.ts';
import { insertOldRun, insertOldVerdict, makeOldDatabase } from '../support/old-database.ts';
import { makeProject } from '../support/temp-project.ts';

const program = fileURLToPath(new URL('../support/migrating-process.ts', import.meta.url));
const details = { provenance: { at: '', kind: 'script', hash: 'h' } };

async function makeFile(): Promise<string> {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file, (insert) => {
    insertOldRun(insert);
    for (let turn = 0; turn < 30_000; turn += 1) insertOldVerdict(insert, { turn, grader: 'a', details });
  });
  return file;
}

/** Code and signal that the process ended with. */
async function migrateInProcess(file: string, ...args: readonly string[]): Promise<readonly unknown[]> {
  return once(spawn(process.execPath, [program, file, ...args], { stdio: 'ignore' }), 'close');
}

/** The last migration, and how many verdicts have each kind. */
function read(file: string) {
  const database = new DatabaseSync(file);
  const last = database.prepare('select max(number) as last, count(*) as count from migrations').get();
  const kind = "json_extract(details, '$.provenance.kind')";
  const kinds = database.prepare(`select ${kind} as kind, count(*) as n from verdicts group by 1`).all();
  database.close();
  return { last, kinds };
}

const migrated = {
  last: { last: migrations.length, count: migrations.length },
  kinds: [{ kind: 'command', n: 30_000 }],
};

it('leaves an older database as it was when it is killed in the middle of the migration', async () => {
  const file = await makeFile();
  expect(await migrateInProcess(file, 'kill')).toEqual([null, 'SIGKILL']);
  // Some of the changed rows had reached the disk by then.
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  expect(read(file)).toEqual({ last: { last: 7, count: 7 }, kinds: [{ kind: 'script', n: 30_000 }] });
  expect(await migrateInProcess(file)).toEqual([0, null]);
  expect(read(file)).toEqual(migrated);
});

it('is migrated once by processes that open it at the same time', async () => {
  const file = await makeFile();
  const ends = await Promise.all([1, 2, 3].map(() => migrateInProcess(file)));
  expect(ends).toEqual(ends.map(() => [0, null]));
  expect(read(file)).toEqual(migrated);
});
