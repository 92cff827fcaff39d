import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import {
  createItem,
  getItem,
  type Key,
  listAudit,
  listIds,
  listItems,
  listRevisions,
  toImport,
  toItemPath,
  toNewItem,
} from '../../support/api-client-items.ts';
import { type ServedStore, serveStore } from '../../support/served-store.ts';
import { serveInProcess } from '../../support/served-store-process.ts';
import { makeProject } from '../../support/temp-project.ts';

const dataset = 'demo';
const x = { dataset, id: 'x' };
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => toNewItem({ dataset, id: `i-${index}` }, { manualTags: ['topic:x'] }));
const toLines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

describe('a stream that is cut off', () => {
  it('keeps what came whole, and names the line that did not', async () => {
    const api = (await serveStore()).client();
    const lines = toLines(many(450));
    const { results, counts } = toImport(await api.importLines(lines.slice(0, -30)));
    expect(results).toHaveLength(450);
    expect(results.at(-1)).toMatchObject({ verdict: 'failed', problems: [{ code: 'IMPORT_CUT_OFF' }] });
    expect(counts).toMatchObject({ created: 449, failed: 1 });
    expect(await listIds(api)).toHaveLength(449);
    expect(await listIds(api, 'keyword=parcel')).toHaveLength(449);
  });

  it('stores nothing of it when it is atomic', async () => {
    const api = (await serveStore()).client();
    await api.importLines(toLines(many(450)).slice(0, -30), 'atomic');
    expect(await listIds(api)).toEqual([]);
  });

  it.each(['', '&atomic'])(
    'leaves nothing half when the connection breaks, and can be sent again with its key (%s)',
    async (flags) => {
      const served = await serveStore();
      const api = served.client();
      const lines = toLines(many(1000));
      const headers = { 'idempotency-key': 'cut', 'content-type': 'application/x-ndjson' };
      await sendAndBreakOff(served, {
        path: `/v1/ground-truths?mode=create${flags}`,
        headers,
        text: lines.slice(0, lines.length / 2),
      });
      const found = await listItems(api);
      for (const item of found)
        expect(item).toMatchObject({ manualTags: ['topic:x'], totalReferences: 1, history: [{}, {}] });
      const again = toImport(await api.importLines(lines, `mode=create${flags}`, { 'idempotency-key': 'cut' }));
      expect(again.counts).toMatchObject({ failed: 0, updated: 0 });
      expect((again.counts.created ?? 0) + (again.counts.unchanged ?? 0)).toBe(1000);
      for (const query of ['', 'keyword=parcel', 'tags=topic:x', 'refUrl=example.com']) {
        expect(new Set(await listIds(api, query)).size, query).toBe(1000);
        expect(await listIds(api, query)).toHaveLength(1000);
      }
      const events = (await listAudit(api)).filter(({ item }) => item !== undefined);
      expect(events).toHaveLength(1000);
      expect(new Set(events.map(({ item }) => item)).size).toBe(1000);
    },
  );

  it('keeps serving after a JSON body breaks off', async () => {
    const served = await serveStore();
    const text = JSON.stringify(many(100));
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
    await sendAndBreakOff(served, { path: '/v1/ground-truths', headers, text: text.slice(0, 5000) });
    expect(await listIds(served.client())).toEqual([]);
  });
});

/** Resolves when the bytes are sent and the socket is closed. */
function sendAndBreakOff(
  { url, token }: ServedStore,
  { path, headers, text }: { readonly path: string; readonly headers: Record<string, string>; readonly text: string },
): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-test-actor': 'tester', ...headers },
    });
    call.on('error', () => resolve());
    call.on('close', () => resolve());
    call.write(text, () => call.destroy());
  });
}

describe('two servers on one store', () => {
  async function serveTwice() {
    const one = await serveStore();
    const other = await serveStore({ file: one.file });
    return { one, other };
  }

  it("see each other's writes at once", async () => {
    const { one, other } = await serveTwice();
    const [a, b] = [one.client('ann'), other.client('bob')];
    const created = await createItem(a, x);
    expect((await getItem(b, x)).text).toBe(created.text);
    const put = await b.put(toItemPath(x), { comment: 'by bob', manualTags: ['topic:new'] }, created.etag);
    expect(put.status).toBe(200);
    expect((await getItem(a, x)).text).toBe(put.text);
    for (const query of ['', 'tags=topic:new', 'keyword=bob', 'total=true'])
      expect(await listIds(a, query)).toEqual(await listIds(b, query));
    expect(await a.put(toItemPath(x), { comment: 'stale' }, created.etag)).toMatchObject({
      status: 412,
      problem: { current: { comment: 'by bob' } },
    });
    expect((await a.get('/v1/stats')).text).toBe((await b.get('/v1/stats')).text);
  });

  it('lose no update of one item', async () => {
    const { one, other } = await serveTwice();
    await createItem(one.client(), x, { comment: '' });
    const names = Array.from({ length: 40 }, (_, index) => `c${index}`);
    await Promise.all(names.map((name, index) => append((index % 2 === 0 ? one : other).client(name), x, name)));
    const [here, there] = [await getItem(one.client(), x), await getItem(other.client(), x)];
    expect(here.text).toBe(there.text);
    expect(here.item.comment?.split(' ').toSorted()).toEqual(names.toSorted());
    const revisions = await listRevisions(one.client(), x);
    expect(revisions.slice(1).map(({ by }) => by)).toEqual(here.item.comment?.split(' '));
  });

  it('import the same items at once, and each is there once', async () => {
    const { one, other } = await serveTwice();
    const lines = toLines(many(600));
    const answers = await Promise.all([one, other].map((served) => served.client().importLines(lines)));
    const counts = answers.map((answer) => toImport(answer).counts);
    expect(counts.reduce((sum, { created = 0 }) => sum + created, 0)).toBe(600);
    expect(counts.reduce((sum, { unchanged = 0 }) => sum + unchanged, 0)).toBe(600);
    for (const served of [one, other]) {
      const api = served.client();
      expect(new Set(await listIds(api)).size).toBe(600);
      expect((await listAudit(api)).filter(({ item }) => item !== undefined)).toHaveLength(600);
      expect((await api.get('/v1/stats')).body).toMatchObject({ items: { draft: 600 } });
    }
  });

  it('answer the same Idempotency-Key the same', async () => {
    const { one, other } = await serveTwice();
    const header = { 'idempotency-key': 'both' };
    const first = await one.client().import([toNewItem(x)], '', header);
    const { etag } = await getItem(other.client(), x);
    await other.client().put(toItemPath(x), { comment: 'since' }, etag);
    expect((await other.client().import([toNewItem(x)], '', header)).text).toBe(first.text);
  });

  it('never give two callers the same item', async () => {
    const { one, other } = await serveTwice();
    await one.client().import(many(60));
    const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).client(`caller-${index}`));
    const served = await Promise.all(callers.map((api) => api.post('/v1/assignments/self-serve', { limit: 3 })));
    const ids = served.flatMap((answer) =>
      toBody<{ assigned: readonly { id: string }[] }>(answer).assigned.map(({ id }) => id),
    );
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });
});

async function append(api: ApiClient, key: Key, name: string): Promise<void> {
  while (true) {
    const { item, etag } = await getItem(api, key);
    const { status } = await api.put(toItemPath(key), { comment: `${item.comment ?? ''} ${name}`.trim() }, etag);
    if (status === 200) return;
    expect(status).toBe(412);
  }
}

describe('a disk that is full', () => {
  const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

  // A limit on the size of files stands for the disk; `prlimit` lifts it while the server runs.
  it.skipIf(!hasPrlimit)(
    'is answered with 507, loses nothing that was acknowledged, and the server continues when there is room',
    async () => {
      const file = join(makeProject(), 'turnwise.db');
      const { client, child } = await serveInProcess(file, { before: 'ulimit -S -f 6000' });
      const big = (id: string) => toNewItem({ dataset, id }, { comment: `${id} ${'lorem ipsum '.repeat(9000)}` });
      const acknowledged: string[] = [];
      let full = await client.import([big('first')]);
      for (let index = 0; full.status === 200; index += 1) {
        acknowledged.push(index === 0 ? 'first' : `i-${index - 1}`);
        full = await client.import([big(`i-${index}`)]);
        expect(index).toBeLessThan(500);
      }
      expect(full).toMatchObject({ status: 507, problem: { code: 'STORE_FULL' } });
      const first = await getItem(client, { dataset, id: 'first' });
      const edit = await client.put(toItemPath({ dataset, id: 'first' }), { comment: 'x'.repeat(200_000) }, first.etag);
      expect(edit).toMatchObject({ status: 507, problem: { code: 'STORE_FULL' } });
      expect((await client.importLines(toLines([big('lines')]))).status).toBe(507);
      expect((await getItem(client, { dataset, id: 'first' })).text).toBe(first.text);
      expect((await listIds(client)).toSorted()).toEqual(acknowledged.toSorted());
      expect((await client.get('/healthz')).status).toBe(200);

      expect(spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']).status).toBe(0);
      expect(toImport(await client.import([big('after'), big('lines')])).counts).toMatchObject({ created: 2 });
      const again = await client.put(toItemPath({ dataset, id: 'first' }), { comment: 'room' }, first.etag);
      expect(again.status, again.text).toBe(200);
      expect((await listIds(client)).toSorted()).toEqual([...acknowledged, 'after', 'lines'].toSorted());
      expect((await listIds(client, 'keyword=lorem')).toSorted()).toEqual(
        [...acknowledged.slice(1), 'after', 'lines'].toSorted(),
      );
      expect((await client.get('/readyz')).status).toBe(200);
    },
  );
});
