import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { createItem, getItem, toImport, toItemPath, toNewItem } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import { serveStore } from '../../support/served-store.ts';

interface Manifest {
  readonly id: string;
  readonly contentHash: string;
  readonly schemaVersion: string;
  readonly count: number;
  readonly filters: unknown;
  readonly itemKeys: readonly (readonly [string, string])[];
  readonly items: readonly WireItem[];
}

async function takeSnapshot(api: ApiClient, body: unknown = {}): Promise<Manifest> {
  const answer = await api.post('/v1/snapshots', body);
  expect(answer.status, answer.text).toBe(201);
  return toBody<Manifest>(answer);
}

const keys = [
  { dataset: 'b', id: '2' },
  { dataset: 'a', id: '10' },
  { dataset: 'a', id: 'ä' },
  { dataset: 'a', id: '1' },
  { dataset: 'a b', id: '1' },
];

async function fill(api: ApiClient): Promise<void> {
  const items = [
    ...keys.map((key) => toNewItem(key, { status: 'approved' })),
    toNewItem({ dataset: 'a', id: 'draft' }),
  ];
  expect(toImport(await api.import(items)).counts).toMatchObject({ created: 6 });
}

describe('fact 25', () => {
  it('contains the approved items sorted by key, and a manifest of them', async () => {
    const api = (await serveStore()).client();
    await fill(api);
    const { id, ...taken } = await takeSnapshot(api);
    expect(taken).toMatchObject({
      count: 5,
      contentHash: expect.stringMatching(/./),
      schemaVersion: expect.any(String),
    });
    const answer = await api.get(`/v1/snapshots/${id}`);
    const file = toBody<Manifest>(answer);
    const sorted = [
      ['a', '1'],
      ['a', '10'],
      ['a', 'ä'],
      ['a b', '1'],
      ['b', '2'],
    ];
    expect(file.itemKeys).toEqual(sorted);
    expect(file.items.map((item) => [item.datasetName, item.id])).toEqual(sorted);
    expect(file).toMatchObject({ contentHash: taken.contentHash, schemaVersion: taken.schemaVersion, count: 5 });
    expect(file.filters).toEqual(expect.objectContaining({}));
    expect(JSON.stringify(file.filters)).toContain('approved');
    for (const item of file.items) expect(item.status).toBe('approved');
    expect(answer.text).not.toMatch(/"(?:updatedAt|createdAt|snapshotAt|reviewedAt)"/);
  });

  it('has the same bytes when it is repeated without changes, also in another store', async () => {
    const api = (await serveStore()).client();
    await fill(api);
    const [first, second] = [await takeSnapshot(api), await takeSnapshot(api)];
    expect(second).toMatchObject({ id: first.id, contentHash: first.contentHash });
    const bytes = (await api.get(`/v1/snapshots/${first.id}`)).text;
    expect((await api.get(`/v1/snapshots/${second.id}`)).text).toBe(bytes);
    const other = (await serveStore()).client();
    expect(toImport(await other.importLines((await api.get('/v1/export?status=approved')).text)).counts).toMatchObject({
      created: 5,
    });
    const copy = await takeSnapshot(other);
    expect(copy.contentHash).toBe(first.contentHash);
    expect((await other.get(`/v1/snapshots/${copy.id}`)).text).toBe(bytes);
  });

  it('stays what it was when items change, and imports again', async () => {
    const api = (await serveStore()).client();
    await fill(api);
    const { id } = await takeSnapshot(api);
    const before = (await api.get(`/v1/snapshots/${id}`)).text;
    const { etag } = await getItem(api, { dataset: 'a', id: '1' });
    await api.put(toItemPath({ dataset: 'a', id: '1' }), { comment: 'new', status: 'approved' }, etag);
    const gone = await getItem(api, { dataset: 'a', id: '10' });
    await api.delete(toItemPath({ dataset: 'a', id: '10' }), gone.etag);
    expect((await api.get(`/v1/snapshots/${id}`)).text).toBe(before);
    const other = (await serveStore()).client();
    expect(toImport(await other.import(JSON.parse(before))).counts).toMatchObject({ created: 5, failed: 0 });
  });

  it('takes a filter', async () => {
    const api = (await serveStore()).client();
    await fill(api);
    const { id } = await takeSnapshot(api, { filter: { dataset: ['a'] } });
    const file = toBody<Manifest>(await api.get(`/v1/snapshots/${id}`));
    expect(file.itemKeys.map(([dataset]) => dataset)).toEqual(['a', 'a', 'a']);
    expect(JSON.stringify(file.filters)).toContain('"a"');
  });

  it('lists what was added, removed and changed between two, by turn', async () => {
    const api = (await serveStore()).client();
    await fill(api);
    const first = await takeSnapshot(api);
    await createItem(api, { dataset: 'c', id: 'new' }, { status: 'approved' });
    const gone = await getItem(api, { dataset: 'b', id: '2' });
    await api.delete(toItemPath({ dataset: 'b', id: '2' }), gone.etag);
    const { item, etag } = await getItem(api, { dataset: 'a', id: '1' });
    const [user, assistant] = item.history ?? [];
    const history = [user, { ...assistant, msg: 'changed' }];
    expect((await api.put(toItemPath({ dataset: 'a', id: '1' }), { history, status: 'approved' }, etag)).status).toBe(
      200,
    );
    const second = await takeSnapshot(api);
    expect(second.contentHash).not.toBe(first.contentHash);
    const { status, body } = await api.get(`/v1/snapshots/diff?from=${first.id}&to=${second.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      added: [{ dataset: 'c', id: 'new' }],
      removed: [{ dataset: 'b', id: '2' }],
      changed: [{ dataset: 'a', id: '1' }],
    });
    const { changed } = toBody<{ changed: readonly unknown[] }>({ body });
    expect(changed).toHaveLength(1);
    const turns = JSON.stringify(changed[0]);
    expect(turns).toContain('"changed"');
    expect(turns).toContain(assistant?.id);
    const nothing = await api.get(`/v1/snapshots/diff?from=${first.id}&to=${first.id}`);
    expect(nothing.body).toMatchObject({ added: [], removed: [], changed: [] });
    const back = await api.get(`/v1/snapshots/diff?from=${second.id}&to=${first.id}`);
    expect(back.body).toMatchObject({ added: [{ dataset: 'b', id: '2' }], removed: [{ dataset: 'c', id: 'new' }] });
  });

  it('lists snapshots, the newest first, and answers 404 for one that does not exist', async () => {
    const api = (await serveStore()).client();
    await fill(api);
    const first = await takeSnapshot(api);
    const second = await takeSnapshot(api, { filter: { dataset: ['b'] } });
    const { body } = await api.get('/v1/snapshots');
    expect(toBody<{ snapshots: readonly Manifest[] }>({ body }).snapshots.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ]);
    expect((await api.get('/v1/snapshots/none')).status).toBe(404);
    expect((await api.get(`/v1/snapshots/diff?from=${first.id}&to=none`)).status).toBe(404);
  });
});
