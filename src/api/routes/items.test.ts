import { describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/support/api-client.ts';
import { createItem, getItem, toItemPath, toNewItem } from '../../../test/support/api-client-items.ts';
import { serveStore, useServedStore } from '../../../test/support/served-store.ts';

const dataset = 'demo';

describe('the list of items', () => {
  const served = useServedStore(async (api) => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((id, index) =>
      toNewItem({ dataset, id }, { manualTags: [`topic:${index % 2 === 0 ? 'even' : 'odd'}`] }),
    );
    await api.import(items);
  });

  it('is paged, newest first, each item once, and counts them all when asked', async () => {
    const api = served().client();
    const first = (await api.get('/v1/ground-truths?limit=3&total=true')).body;
    expect(first).toMatchObject({ items: [{ id: 'e' }, { id: 'd' }, { id: 'c' }], total: 5 });
    const { cursor } = first as { cursor: string };
    const second = (await api.get(`/v1/ground-truths?limit=3&cursor=${encodeURIComponent(cursor)}`)).body;
    expect(second).toMatchObject({ items: [{ id: 'b' }, { id: 'a' }], cursor: null });
    expect(second).not.toHaveProperty('total');
  });

  it.each([
    ['tags=Topic:Even&sortBy=id', ['a', 'c', 'e']],
    ['excludeTags=topic:even&sortBy=id&sortOrder=desc', ['d', 'b']],
    ['tags=topic:even,topic:odd', []],
    ['dataset=demo,other&itemId=b', ['b']],
    ['dataset=other', []],
    ['status=approved,skipped', []],
    ['refUrl=EXAMPLE.com/parc&sortBy=id&limit=1', ['a']],
    ['keyword=%22on+its+way%22&sortBy=id&limit=1', ['a']],
    ['assignedTo=nobody', []],
  ])('is filtered by %s', async (query, ids) => {
    const { body } = await served().client().get(`/v1/ground-truths?${query}`);
    expect((body as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['stauts=draft', 'stauts'],
    ['status=done', 'status'],
    ['tags=nocolon', 'tags'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['sortBy=body', 'sortBy'],
    ['total=perhaps', 'total'],
  ])('refuses %s and names it', async (query, path) => {
    const { status, problem } = await served().client().get(`/v1/ground-truths?${query}`);
    expect([status, problem.problems?.[0]?.path]).toEqual([422, path]);
  });

  it('refuses a cursor that is not its own', async () => {
    expect(await served().client().get('/v1/ground-truths?cursor=abc')).toMatchObject({
      status: 422,
      problem: { code: 'STORE_BAD_CURSOR' },
    });
  });
});

describe('an item', () => {
  const served = useServedStore();

  it('has its ETag in header and body, and is not sent to a caller with that version', async () => {
    const api = served().client();
    const key = { dataset, id: 'with / and, é' };
    const { etag, item } = await createItem(api, key);
    expect(etag).toBe(`"${item._etag}"`);
    const again = await api.get(toItemPath(key), { 'if-none-match': `W/"x", ${etag}` });
    expect([again.status, again.text, again.etag]).toEqual([304, '', etag]);
    expect((await api.get(toItemPath(key), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('differs from a missing one', async () => {
    const api = served().client();
    expect(await api.get('/v1/ground-truths/demo/none')).toMatchObject({
      status: 404,
      problem: { code: 'ITEM_UNKNOWN' },
    });
    expect((await api.get('/v1/ground-truths/%20/none')).status).toBe(422);
  });

  it('shows refs flat and aggregated, and takes them flat', async () => {
    const api = served().client();
    const key = { dataset, id: 'shapes' };
    const { etag } = await createItem(api, key);
    expect((await getItem(api, key, '?refs=flat')).item.refs).toEqual([
      { url: 'https://example.com/parcels', turnIndex: 1 },
    ]);
    expect((await getItem(api, key, '?refs=aggregate')).item.refs).toMatchObject([{ turns: [1] }]);
    const refs = [{ url: 'https://example.com/a', turnIndex: 0 }];
    const changed = await api.put(`${toItemPath(key)}?refs=flat`, { refs }, etag);
    expect(changed).toMatchObject({ status: 200, item: { refs } });
    expect((await getItem(api, key)).item.history?.map((turn) => turn.refs?.length ?? 0)).toEqual([1, 0]);
  });

  it('is not changed by a caller who has not read it', async () => {
    const api = served().client();
    const key = { dataset, id: 'guarded' };
    const { etag } = await createItem(api, key);
    const path = toItemPath(key);
    const changes = (ifMatch?: string) => [
      () => api.put(path, { comment: 'x' }, ifMatch),
      () => api.delete(path, ifMatch),
      () => api.send('POST', `${path}/restore`, ifMatch === undefined ? {} : { ifMatch }),
    ];
    for (const change of [...changes(), ...changes('*')]) expect((await change()).status).toBe(428);
    expect((await api.put(path, { comment: 'first' }, etag)).status).toBe(200);
    for (const change of changes(etag)) {
      expect(await change()).toMatchObject({
        status: 412,
        problem: { code: 'ITEM_STALE', current: { comment: 'first' }, differing: ['comment'] },
      });
    }
  });

  it('is deleted and restored', async () => {
    const api = served().client();
    const key = { dataset, id: 'gone' };
    const { etag } = await createItem(api, key);
    const deleted = await api.delete(toItemPath(key), etag);
    expect(deleted).toMatchObject({ status: 200, item: { status: 'deleted' } });
    expect(await api.put(toItemPath(key), { comment: 'x' }, deleted.etag)).toMatchObject({
      status: 409,
      problem: { code: 'ITEM_DELETED' },
    });
    const restored = await api.send('POST', `${toItemPath(key)}/restore`, { ifMatch: deleted.etag });
    expect(restored).toMatchObject({ status: 200, item: { status: 'draft' } });
  });

  it('is copied once for one key', async () => {
    const api = served().client('ada');
    const key = { dataset, id: 'original' };
    await createItem(api, key);
    const copy = () => api.post(`${toItemPath(key)}/duplicate`, undefined, { 'idempotency-key': 'copy-1' });
    const first = await copy();
    expect(first).toMatchObject({
      status: 201,
      item: { status: 'draft', assignedTo: 'ada', manualTags: ['rephrase:original'] },
    });
    const second = await copy();
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    expect((await api.post(`${toItemPath(key)}/duplicate`, undefined, { 'idempotency-key': 'a b' })).status).toBe(422);
  });

  it('lists its history', async () => {
    const api = served().client();
    const key = { dataset, id: 'past' };
    const { etag, item } = await createItem(api, key);
    const history = [{ ...item.history?.[0], msg: 'Where is it?' }, item.history?.[1]];
    await api.put(toItemPath(key), { history }, etag);
    expect((await api.get(`${toItemPath(key)}/revisions`)).body).toMatchObject({
      revisions: [
        { revision: 2, action: 'edit' },
        { revision: 1, action: 'import' },
      ],
      before: null,
    });
    expect((await api.get(`${toItemPath(key)}/revisions/1`)).item.history?.[0]?.msg).toBe('Where is my parcel?');
    expect((await api.get(`${toItemPath(key)}/revisions/3`)).problem.code).toBe('ITEM_BAD_REVISION');
    expect((await api.get(`${toItemPath(key)}/diff`)).body).toMatchObject({
      from: 1,
      to: 2,
      turns: [{ kind: 'changed', fields: ['msg'] }, { kind: 'same' }],
    });
  });
});

describe('the queue', () => {
  const take = (api: ApiClient, limit: number) => api.post('/v1/assignments/self-serve', { limit });

  it('assigns items to the caller, and lets only the caller change those', async () => {
    const served = await serveStore();
    const [ada, bob] = [served.client('ada'), served.client('bob')];
    await ada.import(['a', 'b', 'c'].map((id) => toNewItem({ dataset, id })));
    expect((await take(ada, 2)).body).toMatchObject({ requested: 2, assignedCount: 2, assigned: [{}, {}] });
    expect((await take(bob, 5)).body).toMatchObject({ requested: 5, assignedCount: 1 });
    const mine = (await bob.get('/v1/assignments/my')).body as { items: { id: string; _etag: string }[] };
    expect(mine.items).toHaveLength(1);
    const [held] = mine.items;
    const path = toItemPath({ dataset, id: held?.id ?? '' }, 'assignments');
    expect(await ada.put(path, { comment: 'x' }, `"${held?._etag}"`)).toMatchObject({
      status: 403,
      problem: { code: 'API_NOT_HOLDER' },
    });
    expect((await bob.put(path, { comment: 'x' }, `"${held?._etag}"`)).status).toBe(200);
  });

  it('assigns a reopened item to the caller at the URL of assignments, and elsewhere with ?claim=true', async () => {
    const served = await serveStore();
    const [ada, bob] = [served.client('ada'), served.client('bob')];
    const key = { dataset, id: 'reopened' };
    let { etag } = await createItem(ada, key);
    const put = async (api: ApiClient, path: string, body: object) => {
      const answer = await api.put(path, body, etag);
      etag = answer.etag;
      return answer.item.assignedTo;
    };
    const [path, assigned] = [toItemPath(key), toItemPath(key, 'assignments')];
    await put(ada, path, { status: 'skipped' });
    expect(await put(ada, path, { status: 'draft' })).toBeUndefined();
    for (const claiming of [assigned, `${path}?claim=true`]) {
      await put(ada, path, { status: 'skipped' });
      expect(await put(ada, claiming, { status: 'draft' })).toBe('ada');
    }
    expect(await put(bob, `${path}?claim=true`, { status: 'draft', comment: 'x' })).toBe('ada');
  });

  it('reads the body before it looks for the item, the same at both URLs', async () => {
    const api = (await serveStore()).client();
    const key = { dataset, id: 'none' };
    for (const path of [toItemPath(key), toItemPath(key, 'assignments')]) {
      expect(await api.put(path, { anwser: 'x', messages: [] }, '"1-1"')).toMatchObject({
        status: 422,
        problem: { problems: [{ path: 'anwser' }, { path: 'messages' }] },
      });
      expect(await api.put(path, { answer: 'x' }, '"1-1"')).toMatchObject({ status: 404 });
    }
  });

  it('wants a sensible number', async () => {
    const api = (await serveStore()).client();
    for (const limit of [0, 201, 1.5]) expect((await take(api, limit)).status).toBe(422);
  });
});
