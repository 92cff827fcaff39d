import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
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

function listFiles(file: string): string[] {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
  return names.map((name) => join(dirname(file), name));
}

/** Writes and reads, on the main thread and beside it. */
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
