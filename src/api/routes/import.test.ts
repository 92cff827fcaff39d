import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listIds, toImport, toItemPath, toNewItem } from '../../../test/support/api-client-items.ts';
import { serveStore, useServedStore } from '../../../test/support/served-store.ts';

const dataset = 'demo';

function toLines(...items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

describe('an import', () => {
  const served = useServedStore();
  const bad = { ...toNewItem({ dataset, id: 'bad' }), history: [{ role: 'user' }] };

  it('gives each item a result, and a bad item does not keep others out', async () => {
    const api = served().client();
    const items = [toNewItem({ dataset, id: 'v1' }), bad, toNewItem({ dataset, id: 'v2' })];
    const answer = toImport(await api.import(items));
    expect(answer).toMatchObject({
      results: [
        { index: 0, dataset, id: 'v1', verdict: 'created' },
        { index: 1, dataset, id: 'bad', verdict: 'failed', problems: [{ path: 'history[0].msg' }] },
        { index: 2, dataset, id: 'v2', verdict: 'created' },
      ],
      counts: { created: 2, unchanged: 0, updated: 0, failed: 1 },
      stored: true,
      piiWarnings: [],
      duplicateWarnings: [],
    });
    expect(toImport(await api.import(items)).counts).toMatchObject({ created: 0, unchanged: 2, failed: 1 });
  });

  it('takes one item, and a snapshot', async () => {
    const api = served().client();
    expect(toImport(await api.import(toNewItem({ dataset, id: 'single' }))).counts.created).toBe(1);
    const snapshot = { schemaVersion: '1', count: 1, items: [toNewItem({ dataset, id: 'kept' })] };
    expect(toImport(await api.import(snapshot)).counts.created).toBe(1);
  });

  it.each(['application/x-ndjson', 'application/ndjson', 'application/jsonl'])('takes lines as %s', async (type) => {
    const id = type.slice(-8);
    const lines = `${toLines(toNewItem({ dataset, id }))}\n{oops\n`;
    const answer = toImport(await served().client().importLines(lines, '', { 'content-type': type }));
    expect(answer.results).toMatchObject([
      { index: 1, id, verdict: 'created' },
      { index: 3, verdict: 'failed', problems: [{ code: 'JSON_SYNTAX' }] },
    ]);
  });

  it('takes lines that are packed', async () => {
    const raw = new Uint8Array(gzipSync(toLines(toNewItem({ dataset, id: 'packed' }))));
    const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
    const answer = await served().client().send('POST', '/v1/ground-truths', { raw, headers });
    expect(toImport(answer).counts.created).toBe(1);
  });

  it.each([
    ['an empty list', [], 'IMPORT_EMPTY'],
    ['text', 'items', 'API_BAD_VALUE'],
    ['a number', 3, 'API_BAD_VALUE'],
  ])('refuses %s', async (_name, body, code) => {
    expect(await served().client().import(body)).toMatchObject({ status: 422, problem: { code } });
  });

  it('refuses no lines at all, and other types', async () => {
    const api = served().client();
    expect(await api.importLines('\n\n')).toMatchObject({ status: 422, problem: { code: 'IMPORT_EMPTY' } });
    expect((await api.importLines('a,b', '', { 'content-type': 'text/csv' })).status).toBe(415);
    expect((await api.import([], 'mode=replace')).status).toBe(422);
  });

  it.each(['atomic', 'atomic=true', 'atomic=1&dryRun'])('is all or nothing with %s', async (query) => {
    const api = served().client();
    const answer = await api.import([toNewItem({ dataset, id: 'atom' }), bad], query);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        counts: { created: 0, failed: 2 },
        stored: false,
        results: [{ id: 'atom', verdict: 'failed', problems: [{ code: 'IMPORT_REFUSED' }] }, { verdict: 'failed' }],
      },
    });
    expect((await api.get(toItemPath({ dataset, id: 'atom' }))).status).toBe(404);
  });

  it('stores nothing in a dry run', async () => {
    const api = served().client();
    const items = [toNewItem({ dataset, id: 'dry' }), bad];
    const answer = toImport(await api.import(items, 'dryRun'));
    expect(answer).toMatchObject({ stored: false, counts: { created: 1, failed: 1 } });
    expect((await api.get(toItemPath({ dataset, id: 'dry' }))).status).toBe(404);
  });

  it('approves on request, and sets the dataset of items that name none', async () => {
    const api = served().client();
    const { datasetName: _none, ...item } = toNewItem({ dataset, id: 'yes' });
    expect(toImport(await api.import([item], 'approve&dataset=named')).counts.created).toBe(1);
    expect((await api.get('/v1/ground-truths/named/yes')).item.status).toBe('approved');
  });
});

describe('an import with an Idempotency-Key', () => {
  const served = useServedStore();
  const headers = { 'idempotency-key': 'import-1' };

  it.each(['json', 'lines'])('is answered alike when it comes again, as %s', async (kind) => {
    const api = served().client(kind);
    const item = toNewItem({ dataset, id: kind });
    const send = (sent: unknown) =>
      kind === 'json' ? api.import([sent], '', headers) : api.importLines(toLines(sent), '', headers);
    const first = await send(item);
    expect(toImport(first).counts.created).toBe(1);
    const second = await send(item);
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    const other = await send({ ...item, comment: 'other' });
    expect(other).toMatchObject({ status: 422, problem: { code: 'ONCE_KEY_REUSED' } });
    const [a, b] = await Promise.all([1, 2].map(() => api.import([item], 'mode=upsert', { 'idempotency-key': 'two' })));
    expect(a?.text).toBe(b?.text);
  });

  it('keeps what came before the connection broke, and can be sent again with the key', async () => {
    const { url, token, client } = await serveStore();
    const api = client();
    const items = Array.from({ length: 500 }, (_, index) => toNewItem({ dataset, id: `cut-${index}` }));
    const lines = toLines(...items);
    await new Promise<void>((resolve) => {
      const sending = request(`${url}/v1/ground-truths`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-ndjson',
          'content-length': lines.length,
          ...headers,
        },
      });
      sending.on('error', () => resolve());
      sending.write(lines.slice(0, Math.floor(lines.length / 2)), () => setImmediate(() => sending.destroy()));
      sending.on('close', () => resolve());
    });
    const again = await api.importLines(lines, '', headers);
    const { counts } = toImport(again);
    expect((counts.created ?? 0) + (counts.unchanged ?? 0)).toBe(500);
    expect(new Set(await listIds(api)).size).toBe(500);
  });
});
