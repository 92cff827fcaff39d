import { describe, expect, it } from 'vitest';
import { createItem, toItemPath, toNewItem } from '../../../test/support/api-client-items.ts';
import { useServedStore } from '../../../test/support/served-store.ts';

const served = useServedStore();

describe('datasets', () => {
  it('are made, read, changed and listed', async () => {
    const api = served().client();
    const made = await api.post('/v1/datasets', { name: 'Refunds / EU', weight: 2 });
    expect(made).toMatchObject({ status: 201, body: { name: 'Refunds / EU', weight: 2, description: '' } });
    const path = `/v1/datasets/${encodeURIComponent('Refunds / EU')}`;
    const read = await api.get(path);
    expect(read).toMatchObject({ status: 200, etag: made.etag });
    const changed = await api.put(path, { description: 'Refunds.' }, read.etag);
    expect(changed).toMatchObject({ status: 200, body: { weight: 2, description: 'Refunds.' } });
    expect(await api.put(path, { weight: 0 }, read.etag)).toMatchObject({
      status: 412,
      problem: { code: 'STORE_STALE' },
    });
    expect((await api.put(path, { weight: 0 })).status).toBe(200);
    expect((await api.get('/v1/datasets')).body).toMatchObject({ datasets: [{ name: 'Refunds / EU', weight: 0 }] });
  });

  it.each([
    [{ name: 'Refunds / EU' }, 409],
    [{ name: '  ' }, 422],
    [{ name: 'a\u0000b' }, 422],
    [{ name: 'x', weight: -1 }, 422],
    [{ name: 'x', wieght: 1 }, 422],
    [{}, 422],
    [undefined, 422],
  ])('refuse %j', async (body, status) => {
    expect((await served().client().post('/v1/datasets', body)).status).toBe(status);
  });

  it('answer 404 when they are missing', async () => {
    const api = served().client();
    for (const path of ['/v1/datasets/none', '/v1/datasets/none/curation-instructions']) {
      expect(await api.get(path)).toMatchObject({ status: 404, problem: { code: 'DATASET_UNKNOWN' } });
    }
  });

  it('take instructions before they have an item, and are created by them', async () => {
    const api = served().client();
    const path = '/v1/datasets/not%20yet/curation-instructions';
    expect((await api.get(path)).status).toBe(404);
    expect((await api.put(path, { instructions: 'Cite.' }, '"old"')).status).toBe(412);
    expect((await api.get('/v1/datasets/not%20yet')).status).toBe(404);
    const written = await api.put(path, { instructions: 'Cite.' });
    expect(written).toMatchObject({ status: 200, body: { instructions: 'Cite.', updatedBy: 'tester' } });
    expect((await api.get(path)).etag).toBe(written.etag);
    expect((await api.get('/v1/datasets/not%20yet')).body).toMatchObject({ name: 'not yet', counts: {} });
    expect((await api.put(path, { instructions: 'x' })).status).toBe(428);
  });

  it('have instructions, which are not overwritten unread', async () => {
    const api = served().client();
    await api.post('/v1/datasets', { name: 'told' });
    const path = '/v1/datasets/told/curation-instructions';
    expect((await api.get(path)).body).toMatchObject({ instructions: '' });
    const first = await api.put(path, { instructions: 'Cite.' });
    expect(first).toMatchObject({ status: 200, body: { instructions: 'Cite.', updatedBy: 'tester' } });
    expect((await api.put(path, { instructions: 'x' })).status).toBe(428);
    expect((await api.put(path, { instructions: 'x' }, '*')).status).toBe(428);
    expect((await api.put(path, { instructions: 'x' }, '"other"')).status).toBe(412);
    expect((await api.put(path, { instructions: 'Cite all.' }, first.etag)).status).toBe(200);
    const read = await api.get(path);
    expect((await api.get(path, { 'if-none-match': read.etag })).status).toBe(304);
  });
});

describe('tags', () => {
  it('are listed with their use, added and taken away', async () => {
    const api = served().client();
    await createItem(api, { dataset: 'tagged', id: 'a' }, { manualTags: ['source:user'] });
    const added = await api.post('/v1/tags', { tags: [' Topic : Refunds ', 'topic:refunds'] });
    expect(added).toMatchObject({ status: 201, body: { tags: ['topic:refunds'] } });
    expect((await api.get('/v1/tags')).body).toMatchObject({
      tags: [
        { tag: 'source:user', items: 1, listed: false },
        { tag: 'topic:refunds', items: 0, listed: true },
      ],
      computed: expect.arrayContaining(['turns', 'dataset']),
    });
    expect((await api.send('DELETE', '/v1/tags?tags=topic:refunds')).body).toEqual({ removed: 1 });
    expect((await api.send('DELETE', '/v1/tags', { body: { tags: ['topic:refunds'] } })).body).toEqual({ removed: 0 });
  });

  it.each([[{ tags: ['plain'] }], [{ tags: [] }], [{ tags: 'a:b' }], [{}]])('refuse %j', async (body) => {
    expect((await served().client().post('/v1/tags', body)).status).toBe(422);
  });

  it('cannot be taken away unnamed', async () => {
    const api = served().client();
    expect((await api.send('DELETE', '/v1/tags')).status).toBe(422);
    expect((await api.send('DELETE', '/v1/tags?tags=plain')).status).toBe(422);
  });

  it.each([
    ['schema', { groups: [{ name: 'mood', exclusive: true }] }, { groups: 3 }],
    ['glossary', { entries: { 'mood:calm': 'Not angry.' } }, { entries: [] }],
  ])('have a %s that GET gives and PUT takes', async (name, value, bad) => {
    const api = served().client();
    const path = `/v1/tags/${name}`;
    const before = await api.get(path);
    expect(before.status).toBe(200);
    expect((await api.put(path, bad)).status).toBe(422);
    expect(await api.put(path, value, before.etag)).toMatchObject({ status: 200, body: value });
    expect((await api.put(path, value, before.etag)).status).toBe(412);
    const after = await api.get(path);
    expect((await api.put(path, after.body, after.etag)).status).toBe(200);
  });
});

describe('labels', () => {
  it('are given, and listed page by page', async () => {
    const api = served().client('ada');
    await createItem(api, { dataset: 'scored', id: 'a' });
    const subject = { dataset: 'scored', item: 'a', turnIndex: 1 };
    const one = await api.post('/v1/labels', { subject, score: 2 });
    expect(one).toMatchObject({
      status: 201,
      body: {
        labels: [{ subject: { ...subject, revision: 1 }, question: 'overall', rater: 'ada', score: 2, blind: false }],
      },
    });
    const two = await api.post('/v1/labels', { labels: [{ subject, score: -3, reason: 'No.', rater: 'bob' }] });
    expect(two).toMatchObject({ status: 201, body: { labels: [{ rater: 'bob' }] } });
    const first = (await api.get('/v1/labels?dataset=scored&limit=1')).body as { cursor: string };
    expect(first).toMatchObject({ labels: [{ score: 2 }], cursor: expect.any(String) });
    const second = await api.get(`/v1/labels?dataset=scored&limit=1&cursor=${encodeURIComponent(first.cursor)}`);
    expect(second.body).toMatchObject({ labels: [{ score: -3 }], cursor: null });
    expect((await api.get('/v1/labels?dataset=scored&item=a&rater=bob')).body).toMatchObject({
      labels: [{ score: -3 }],
    });
  });

  it('are given once for one key', async () => {
    const api = served().client('eve');
    await createItem(api, { dataset: 'keyed', id: 'a' });
    const body = { subject: { dataset: 'keyed', item: 'a' }, score: 1 };
    const answers = [1, 2, 3].map(() => api.post('/v1/labels', body, { 'idempotency-key': 'l' }));
    expect(new Set((await Promise.all(answers)).map(({ text }) => text)).size).toBe(1);
    expect((await api.get('/v1/labels?dataset=keyed')).body).toMatchObject({ labels: [{ score: 1 }] });
  });

  it.each([
    [{ subject: { dataset: 'scored', item: 'a' }, score: 4 }, 'score'],
    [{ subject: { dataset: 'scored', item: 'a' }, score: 0.5 }, 'score'],
    [{ subject: { dataset: 'scored', item: 'a', turnIndex: 9 }, score: 1 }, 'subject.turnIndex'],
    [{ subject: { dataset: 'scored' }, score: 1 }, 'subject.item'],
    [{ labels: [{ subject: { sample: 's' }, score: 'high' }] }, 'labels[0].score'],
  ])('are refused: %j', async (body, path) => {
    const { status, problem } = await served().client().post('/v1/labels', body);
    expect([status, problem.problems?.map((each) => each.path)]).toEqual([422, expect.arrayContaining([path])]);
  });

  it('of an item that is not there are refused', async () => {
    const body = { subject: { dataset: 'scored', item: 'none' }, score: 1 };
    expect((await served().client().post('/v1/labels', body)).status).toBe(404);
    expect((await served().client().get('/v1/labels?item=a')).status).toBe(422);
  });
});

describe('snapshots and export', () => {
  it('are the same bytes while nothing changes, and import again', async () => {
    const api = served().client();
    const item = toNewItem({ dataset: 'kept', id: 'a' }, { status: 'approved' });
    await api.import([item, toNewItem({ dataset: 'kept', id: 'b' })]);
    const take = () => api.post('/v1/snapshots', { filter: { dataset: ['kept'] } });
    const first = await take();
    expect(first).toMatchObject({ status: 201, body: { count: 1, itemKeys: [['kept', 'a']] } });
    const { id } = first.body as { id: string };
    const file = await api.get(`/v1/snapshots/${id}`);
    expect(file.body).toMatchObject({ count: 1, items: [{ id: 'a', datasetName: 'kept' }] });
    expect((await take()).body).toMatchObject({ id });
    expect((await api.get(`/v1/snapshots/${id}`)).text).toBe(file.text);
    expect((await api.get(`/v1/snapshots/${id}?items=false`)).body).not.toHaveProperty('items');
    expect((await api.import(file.body)).body).toMatchObject({ counts: { unchanged: 1, failed: 0 } });
    expect((await api.get('/v1/snapshots')).body).toMatchObject({ snapshots: [{ id, count: 1 }] });
    const { etag } = await api.get(toItemPath({ dataset: 'kept', id: 'a' }));
    await api.put(toItemPath({ dataset: 'kept', id: 'a' }), { answer: 'Soon.', status: 'approved' }, etag);
    const { id: later } = (await take()).body as { id: string };
    expect((await api.get(`/v1/snapshots/diff?from=${id}&to=${later}`)).body).toMatchObject({
      added: [],
      removed: [],
      changed: [{ dataset: 'kept', id: 'a' }],
    });
    expect((await api.get('/v1/snapshots/none')).status).toBe(404);
    expect((await api.get(`/v1/snapshots/diff?from=${id}`)).status).toBe(422);
    expect((await api.post('/v1/snapshots', { filter: { dataset: 3 } })).status).toBe(422);
    expect((await api.send('POST', '/v1/snapshots')).status).toBe(201);
  });

  it('gives lines, in the formats of others too', async () => {
    const api = served().client();
    const lines = await api.get('/v1/export?dataset=kept');
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['a', 'b']);
    expect((await api.importLines(lines.text)).body).toMatchObject({ counts: { unchanged: 2 } });
    expect((await api.get('/v1/export?dataset=kept&withAudit&itemId=b')).text).toContain('"updatedBy"');
    expect((await api.get('/v1/export?dataset=kept&itemId=b&format=sharegpt')).text).toContain('"conversations"');
    expect((await api.get('/v1/export?dataset=empty')).text).toBe('');
    expect((await api.get('/v1/export?format=pdf')).status).toBe(422);
  });
});

describe('the workspace', () => {
  it('says who one is, what there is, and what was done', async () => {
    const api = served().client();
    expect((await api.get('/v1/me')).body).toEqual({ name: 'tester', role: 'admin' });
    expect((await api.get('/v1/config')).body).toMatchObject({
      statuses: expect.arrayContaining(['draft']),
      hasSearch: false,
    });
    expect((await api.get('/v1/stats')).body).toMatchObject({ items: expect.any(Object), labels: expect.any(Number) });
    const page = (await api.get('/v1/audit?limit=2')).body as { events: { sequence: number }[]; after: number };
    expect(page.events).toHaveLength(2);
    expect(page.after).toBe(page.events[1]?.sequence);
    expect((await api.get('/v1/audit?dataset=scored&item=a')).body).toMatchObject({ after: null });
    expect((await api.get('/v1/audit?item=a')).status).toBe(422);
  });

  it('has nothing to search without documents', async () => {
    const api = served().client();
    expect((await api.get('/v1/search?q=refund')).body).toEqual({ results: [] });
    for (const query of ['', 'q=', 'q=%20', 'q=a&top=0', 'q=a&top=51']) {
      expect((await api.get(`/v1/search?${query}`)).status).toBe(422);
    }
  });
});
