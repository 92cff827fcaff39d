import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock } from '../../base/clock.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const clock = systemClock;

async function openAndClose(path: string): Promise<void> {
  const store = await openSqliteStore(path, { clock });
  await store.close();
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe('openSqliteStore', () => {
  it('makes the folder, and keeps the database out of the repository', async () => {
    const folder = join(makeProject(), 'sub', '.turnwise');
    await openAndClose(join(folder, 'turnwise.db'));
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('turnwise.db*\n');
  });

  it('leaves an existing .gitignore as it is, and writes none into another folder', async () => {
    const root = makeProject({ '.turnwise/.gitignore': 'mine\n' });
    await openAndClose(join(root, '.turnwise', 'turnwise.db'));
    await openAndClose(join(root, 'data', 'runs.db'));
    expect(readFileSync(join(root, '.turnwise', '.gitignore'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(root, 'data', '.gitignore'))).toBe(false);
  });

  it('records each migration once', async () => {
    const path = join(makeProject(), 'a.db');
    await openAndClose(path);
    await openAndClose(path);
    const database = new DatabaseSync(path);
    expect(database.prepare('select number, name from migrations').all()).toEqual([
      { number: 1, name: 'runs' },
      { number: 2, name: 'curation' },
      { number: 3, name: 'gradings' },
      { number: 4, name: 'calibrations' },
      { number: 5, name: 'look numbers' },
      { number: 6, name: 'attempts' },
      { number: 7, name: 'trust' },
      { number: 8, name: 'final-names' },
      { number: 9, name: 'gate-thresholds' },
      { number: 10, name: 'assistant-roles' },
      { number: 11, name: 'ties-by-id' },
    ]);
    database.close();
  });

  it('leaves one file behind when it is closed', async () => {
    const path = join(makeProject(), 'a.db');
    const store = await openSqliteStore(path, { clock });
    await store.runs.list();
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('refuses a database of a newer version', async () => {
    const path = join(makeProject(), 'a.db');
    await openAndClose(path);
    change(path, "insert into migrations values (99, 'later', '')");
    await expect(openAndClose(path)).rejects.toMatchObject({ code: 'STORE_NEWER' });
  });

  it('says that a file is not a database', async () => {
    const path = join(
      makeProject({ 'a.db': 'just text, and long enough to be looked at as a header\n'.repeat(20) }),
      'a.db',
    );
    await expect(openAndClose(path)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  });

  it('adds nothing to a database of another program', async () => {
    const path = join(makeProject(), 'a.db');
    change(path, 'create table theirs (x)');
    await expect(openAndClose(path)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
    const database = new DatabaseSync(path);
    expect(database.prepare('select name from sqlite_master').all()).toEqual([{ name: 'theirs' }]);
    database.close();
  });

  it('says that a folder is not a database', async () => {
    await expect(openAndClose(makeProject())).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  });

  it('says that the folder cannot be made', async () => {
    const root = makeProject({ file: '' });
    await expect(openAndClose(join(root, 'file', 'a.db'))).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  });

  it('names the row of a run that is damaged', async () => {
    const path = join(makeProject(), 'a.db');
    const store = await openSqliteStore(path, { clock });
    onTestFinished(() => store.close());
    const owner = { process: 1, host: 'h', token: 't', since: '' };
    const spec = { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 };
    await store.runs.create({ id: 'run-1', spec, owner });
    change(path, `update runs set spec = '{"files": 1}'`);
    const damaged = { code: 'STORE_UNREADABLE', message: 'The database is damaged: run run-1 cannot be read.' };
    await expect(store.runs.find('run-1')).rejects.toMatchObject(damaged);
    const unreadable: string[] = [];
    expect(await store.runs.list({ onUnreadable: (id) => unreadable.push(id) })).toEqual([]);
    expect(unreadable).toEqual(['run-1']);
  });

  it('waits for a database that is locked, and says so in the end', async () => {
    const path = join(makeProject(), 'a.db');
    let elapsed = 0;
    const impatient = {
      ...clock,
      elapsed: () => elapsed,
      sleep: async (ms: number) => {
        elapsed += ms;
      },
    };
    const store = await openSqliteStore(path, { clock: impatient });
    onTestFinished(() => store.close());
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    await expect(store.cache.save('key', 1)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    expect(elapsed).toBeGreaterThanOrEqual(10_000);
    other.exec('rollback');
    other.close();
    await store.cache.save('key', 1);
    expect(await store.cache.find('key')).toBe(1);
  });

  it('reads a file that may not be written, and creates nothing next to it', async () => {
    const folder = join(makeProject(), 'disc');
    const path = join(folder, 'a.db');
    await openAndClose(path);
    const store = await openSqliteStore(path, { clock, isReadOnly: true });
    expect(await store.runs.list()).toEqual([]);
    expect((await store.curation.datasets.list()).map(({ name }) => name)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.db']);
    await expect(store.cache.save('key', 1)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
    await store.close();
  });

  it('reads what is still in the log, in a file that may not be written', async () => {
    const path = join(makeProject(), 'a.db');
    const writing = await openSqliteStore(path, { clock });
    onTestFinished(() => writing.close());
    await writing.curation.datasets.create({ name: 'fresh', actor: 'ada' });
    const reading = await openSqliteStore(path, { clock, isReadOnly: true });
    expect((await reading.curation.datasets.list()).map(({ name }) => name)).toEqual(['fresh']);
    await reading.close();
  });

  it('updates no tables of an earlier version in a file that may not be written', async () => {
    const path = join(makeProject(), 'a.db');
    await openAndClose(path);
    change(path, 'delete from migrations where number = (select max(number) from migrations)');
    await expect(openSqliteStore(path, { clock, isReadOnly: true })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining('earlier version'),
    });
  });

  it('refuses a file that is cut off', async () => {
    const path = join(makeProject(), 'a.db');
    await openAndClose(path);
    writeFileSync(path, readFileSync(path).subarray(0, 5000));
    await expect(openAndClose(path)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  });
});
