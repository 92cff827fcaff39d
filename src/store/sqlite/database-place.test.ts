import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import type { Problem } from '../../base/fault.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

/** Opens a database, looks at the modes of folder and files while it is open, and gives what was warned of. */
async function open(path: string) {
  const warnings: Problem[] = [];
  const store = await openSqliteStore(path, { clock, onMadePrivate: (warning) => warnings.push(warning) });
  const names = readdirSync(dirname(path)).filter((name) => name.includes('.db'));
  const files = names.toSorted().map((name) => [name, modeOf(join(dirname(path), name))]);
  const folder = modeOf(dirname(path));
  await store.close();
  return { folder, files, warnings: warnings.map(({ code }) => code) };
}

const all = (mode: string) => ['a.db', 'a.db-shm', 'a.db-wal'].map((name) => [name, mode]);

describe('the files of a database', () => {
  it('are for their owner alone, with their folder, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const inNew = await open(join(makeProject(), 'new', 'a.db'));
    expect(inNew).toEqual({ folder: '700', files: all('600'), warnings: [] });
    const project = makeProject();
    chmodSync(join(project, '.turnwise'), 0o755);
    expect(await open(join(project, '.turnwise', 'a.db'))).toEqual({ folder: '700', files: all('600'), warnings: [] });
  });

  it('leave a folder that is not for them as it is', async () => {
    const project = makeProject();
    chmodSync(project, 0o755);
    expect(await open(join(project, 'a.db'))).toEqual({ folder: '755', files: all('600'), warnings: [] });
  });

  it('are taken away from others when they come from an earlier version, with a warning, once', async () => {
    const path = join(makeProject(), '.turnwise', 'a.db');
    await open(path);
    for (const each of [path, dirname(path)]) chmodSync(each, each === path ? 0o644 : 0o755);
    expect(await open(path)).toEqual({ folder: '700', files: all('600'), warnings: ['STORE_MADE_PRIVATE'] });
    expect(await open(path)).toMatchObject({ warnings: [] });
  });

  it('keep their permissions when they turn out to be of another program, or no database', async () => {
    const root = makeProject({ 'notes.db': 'not a database' });
    const foreign = join(root, 'foreign.db');
    const database = new DatabaseSync(foreign);
    database.exec('create table t (a)');
    database.close();
    for (const path of [foreign, join(root, 'notes.db')]) {
      chmodSync(path, 0o644);
      await expect(open(path)).rejects.toThrow(expect.objectContaining({ code: 'STORE_UNREADABLE' }));
      expect(modeOf(path)).toBe('644');
    }
  });

  it('are files: a pipe is refused, and nothing is created next to it', async () => {
    const root = makeProject();
    execFileSync('mkfifo', [join(root, 'pipe.db')]);
    await expect(open(join(root, 'pipe.db'))).rejects.toThrow('It is not a file.');
    expect(readdirSync(root).filter((name) => name.startsWith('pipe.db'))).toEqual(['pipe.db']);
  });

  it('say nothing when no other user could reach them', async () => {
    const path = join(makeProject(), '.turnwise', 'a.db');
    await open(path);
    chmodSync(path, 0o644);
    expect(await open(path)).toEqual({ folder: '700', files: all('600'), warnings: [] });
  });

  it('stay as they are for a caller without a listener', async () => {
    const path = join(makeProject(), '.turnwise', 'a.db');
    await open(path);
    chmodSync(path, 0o644);
    const store = await openSqliteStore(path, { clock });
    expect(modeOf(path)).toBe('644');
    await store.close();
  });

  it('are shared with the group of a folder that has the set-group-id bit, and with no other users', async () => {
    const project = makeProject();
    const folder = join(project, '.turnwise');
    chmodSync(folder, 0o2775);
    expect(await open(join(folder, 'a.db'))).toEqual({ folder: '2770', files: all('660'), warnings: [] });
    const other = join(project, 'shared');
    mkdirSync(other);
    chmodSync(other, 0o2775);
    writeFileSync(join(other, 'a.db'), '', { mode: 0o664 });
    chmodSync(join(other, 'a.db'), 0o664);
    expect(await open(join(other, 'a.db'))).toMatchObject({ folder: '2775', files: all('660') });
  });
});
