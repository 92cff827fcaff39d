import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { createItem, getItem, listIds, toItemPath, toNewItem } from '../../support/api-client-items.ts';
import { serveStore } from '../../support/served-store.ts';
import { serveInProcess } from '../../support/served-store-process.ts';
import { makeProject } from '../../support/temp-project.ts';

const x = { dataset: 'demo', id: 'x' };
const replaced = { status: 503, problem: { code: 'STORE_REPLACED' } };

/** What happens to the files of a database that is served. Each gives how to undo it. */
const mishaps: Readonly<Record<string, (file: string) => () => void>> = {
  'the file is moved away': (file) => move(file, `${file}.away`),
  'the folder is renamed': (file) => move(dirname(file), `${dirname(file)}-renamed`),
  'all files are moved away, as a clean checkout would': (file) => {
    const away = `${dirname(file)}-away`;
    mkdirSync(away);
    const moves = listFiles(file).map((each) => move(each, join(away, basename(each))));
    return () => {
      for (const undo of moves) undo();
    };
  },
  'a copy takes its place': (file) => {
    const undo = move(file, `${file}.away`);
    cpSync(`${file}.away`, file);
    return undo;
  },
  'a copy takes its place in one step': (file) => {
    cpSync(file, `${file}.copy`);
    const undo = move(file, `${file}.away`);
    renameSync(`${file}.copy`, file);
    return undo;
  },
  'the write-ahead log is moved away': (file) => move(`${file}-wal`, `${file}.away`),
  'the file is emptied while everything is still in the log': (file) => {
    const content = readFileSync(file);
    truncateSync(file);
    return () => writeFileSync(file, content);
  },
  'the index of the log is replaced': (file) => {
    const undo = move(`${file}-shm`, `${file}.away`);
    cpSync(`${file}.away`, `${file}-shm`);
    return undo;
  },
};

function move(from: string, to: string): () => void {
  renameSync(from, to);
  return () => {
    rmSync(from, { recursive: true, force: true });
    renameSync(to, from);
  };
}

/** In a process of its own: what a process does to a file of a database can end its own locks on it. */
function runTool(code: string): void {
  execFileSync(process.execPath, ['-e', `const { DatabaseSync } = require('node:sqlite'); ${code}`]);
}

function listFiles(file: string): string[] {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
  return names.map((name) => join(dirname(file), name));
}

/** Writes and reads, on the main thread and in the reader worker. */
function askAll(api: ApiClient, etag: string): Promise<readonly Answer[]> {
  const label = { subject: { dataset: x.dataset, item: x.id }, question: 'overall', score: 1, reason: 'Fine.' };
  return Promise.all([
    api.put(toItemPath(x), { comment: 'written after it' }, etag),
    api.post('/v1/labels', label),
    api.import([toNewItem({ dataset: 'demo', id: 'y' })]),
    api.post('/v1/assignments/self-serve', { limit: 1 }),
    api.get(toItemPath(x)),
    api.get('/v1/ground-truths'),
    api.get('/v1/runs'),
    api.get('/readyz'),
  ]);
}

describe('a database whose files are replaced while it is served', () => {
  it.each(Object.entries(mishaps))(
    'acknowledges nothing when %s, and works again when it is undone',
    async (_, act) => {
      const { file, client } = await serveStore();
      const api = client();
      const { etag, text } = await createItem(api, x);
      expect(await listIds(api)).toEqual(['x']);
      const undo = act(file);
      for (let time = 0; time < 2; time += 1) {
        for (const answer of await askAll(api, etag)) expect(answer).toMatchObject(replaced);
      }
      expect(await api.get('/readyz')).toMatchObject({ problem: { detail: expect.stringContaining('restart') } });
      expect((await api.get('/healthz')).status).toBe(200);
      undo();
      expect((await getItem(api, x)).text).toBe(text);
      expect((await api.put(toItemPath(x), { comment: 'written at last' }, etag)).status).toBe(200);
      expect(await listIds(api)).toEqual(['x']);
      expect((await api.get('/readyz')).status).toBe(200);
    },
  );

  it('acknowledges nothing when an older copy is written over it, and works again when that is undone', async () => {
    const file = join(makeProject(), '.turnwise', 'turnwise.db');
    const { client: api } = await serveInProcess(file);
    // As another process of this machine does when it closes the database: pages are moved from the log to the file.
    const checkpoint = () => runTool(`new DatabaseSync(${JSON.stringify(file)}).exec('pragma wal_checkpoint')`);
    const copy = (from: string, to: string) => execFileSync('cp', [from, to]);
    const { etag, text } = await createItem(api, x);
    checkpoint();
    copy(file, `${file}.old`);
    await createItem(api, { dataset: 'demo', id: 'newer' });
    checkpoint();
    copy(file, `${file}.new`);
    expect(await listIds(api)).toHaveLength(2);
    copy(`${file}.old`, file);
    for (const answer of await askAll(api, etag)) expect(answer).toMatchObject(replaced);
    copy(`${file}.new`, file);
    expect((await getItem(api, x)).text).toBe(text);
    expect((await api.put(toItemPath(x), { comment: 'written at last' }, etag)).status).toBe(200);
    writeFileSync(file, 'This was a database once. '.repeat(200));
    expect(await api.get(toItemPath(x))).toMatchObject(replaced);
  });

  it('acknowledges nothing more when all its files are written over with older ones, log and index included', async () => {
    const file = join(makeProject(), '.turnwise', 'turnwise.db');
    const { client: api } = await serveInProcess(file);
    const { etag } = await createItem(api, x);
    const old = `${dirname(file)}-old`;
    execFileSync('cp', ['-r', dirname(file), old]);
    await createItem(api, { dataset: 'demo', id: 'newer' });
    execFileSync('cp', [...readdirSync(old).map((name) => join(old, name)), dirname(file)]);
    expect(await api.put(toItemPath(x), { comment: 'written after it' }, etag)).toMatchObject(replaced);
    for (const answer of await askAll(api, etag)) expect(answer.status).toBe(503);
    expect(await api.get('/readyz')).toMatchObject({ problem: { detail: expect.stringContaining('Restart') } });
  });

  it('stays in use while another process writes to it, moves its log and rewrites it whole', async () => {
    const file = join(makeProject(), '.turnwise', 'turnwise.db');
    const { client: api } = await serveInProcess(file);
    await createItem(api, x);
    const other = await openSqliteStore(file, { clock: systemClock });
    for (let round = 0; round < 5; round += 1) {
      const key = { dataset: 'demo', id: `gone-${round}` };
      await createItem(api, key, { comment: 'lorem ipsum '.repeat(20_000) });
      await other.curation.items.purge(key, 'bob');
      expect(await listIds(api)).toEqual(['x']);
      expect((await api.get('/readyz')).status).toBe(200);
    }
    await other.close();
    await createItem(api, { dataset: 'demo', id: 'last' });
  });

  it('leaves alone what another program has put in its place', async () => {
    const { file, client } = await serveStore();
    const api = client();
    const { etag } = await createItem(api, x);
    for (const each of listFiles(file)) rmSync(each);
    const other = await openSqliteStore(file, { clock: systemClock });
    await other.curation.datasets.create({ name: 'mine', actor: 'bob' });
    for (const answer of await askAll(api, etag)) expect(answer).toMatchObject(replaced);
    expect((await other.curation.datasets.list()).map(({ name }) => name)).toEqual(['mine']);
    await other.close();
  });

  it('is served again after a restart, from the file that is there then', async () => {
    const file = join(makeProject(), '.turnwise', 'turnwise.db');
    const first = await serveInProcess(file);
    await createItem(first.client, x);
    rmSync(dirname(file), { recursive: true });
    expect(await first.client.import([toNewItem({ dataset: 'demo', id: 'y' })])).toMatchObject(replaced);
    await first.kill();
    const second = await serveInProcess(file);
    await createItem(second.client, { dataset: 'demo', id: 'z' });
    expect(await listIds(second.client)).toEqual(['z']);
  });
});
