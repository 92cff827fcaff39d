import { describe, expect, it } from 'vitest';
import { ApiClient, toBody } from '../../support/api-client.ts';
import { createItem, listAudit, toImport, toItemPath, toNewItem } from '../../support/api-client-items.ts';
import { serveStore, useServedStore } from '../../support/served-store.ts';

const key = { dataset: 'demo', id: 'x' };

describe('the door', () => {
  const served = useServedStore();

  it('is open for /healthz and /readyz alone', async () => {
    const stranger = new ApiClient(served().url, {});
    expect((await stranger.get('/healthz')).status).toBe(200);
    expect((await stranger.get('/readyz')).status).toBe(200);
    for (const path of [
      '/v1/me',
      '/v1/ground-truths',
      toItemPath(key),
      '/v1/export',
      '/v1/openapi.json',
      '/v1/nothing',
    ]) {
      expect(await stranger.get(path), path).toMatchObject({ status: 401, problem: { code: 'API_UNAUTHORIZED' } });
    }
    expect((await stranger.import([toNewItem(key)])).status).toBe(401);
  });

  it.each(['', 'Bearer', 'Bearer wrong', 'Basic eDp5', 'bearer '])(
    'stays shut for authorization "%s"',
    async (authorization) => {
      expect((await new ApiClient(served().url, { authorization }).get('/v1/me')).status).toBe(401);
    },
  );

  it('stays shut for a page of another origin', async () => {
    const api = served().client();
    for (const origin of ['http://evil.example', 'null', 'http://localhost:1']) {
      const answer = await api.send('POST', '/v1/ground-truths', { body: [toNewItem(key)], headers: { origin } });
      expect(answer, origin).toMatchObject({ problem: { code: 'API_BAD_HOST' } });
    }
    expect((await api.get('/v1/stats')).body).toMatchObject({ items: {} });
  });

  it('names what there is not', async () => {
    const api = served().client();
    expect((await api.get('/v1/nothing')).status).toBe(404);
    expect((await api.get(toItemPath({ dataset: 'no', id: 'no' }))).problem).toMatchObject({
      status: 404,
      code: 'ITEM_UNKNOWN',
    });
    expect((await api.get('/v1/datasets/no')).problem).toMatchObject({ status: 404, code: 'DATASET_UNKNOWN' });
  });
});

describe('datasets', () => {
  it('are made, listed and changed; each is there once', async () => {
    const api = (await serveStore()).client();
    const made = await api.post('/v1/datasets', { name: 'refunds, late', description: 'd', weight: 2 });
    expect(made.status, made.text).toBe(201);
    expect((await api.post('/v1/datasets', { name: 'refunds, late' })).status).toBe(409);
    await createItem(api, key);
    const { body } = await api.get('/v1/datasets');
    expect(body).toMatchObject({
      datasets: [
        { name: 'demo', weight: 1, counts: { draft: 1 } },
        { name: 'refunds, late', description: 'd', weight: 2 },
      ],
    });
    const path = `/v1/datasets/${encodeURIComponent('refunds, late')}`;
    const { etag } = await api.get(path);
    const changed = await api.put(path, { weight: 0 }, etag);
    expect(changed.body).toMatchObject({ description: 'd', weight: 0 });
    expect((await api.put(path, { weight: 5 }, etag)).status).toBe(412);
    for (const weight of [-1, 'x', null, 1e300])
      expect((await api.put(path, { weight }, changed.etag)).status).toBe(422);
    expect((await api.get(path)).body).toMatchObject({ weight: 0 });
  });

  it('have instructions, with an ETag that keeps two editors apart', async () => {
    const world = await serveStore();
    const [ann, bob] = [world.client('ann'), world.client('bob')];
    await createItem(ann, key);
    const path = '/v1/datasets/demo/curation-instructions';
    const empty = await ann.get(path);
    expect(empty.body).toMatchObject({ instructions: '' });
    const first = await ann.put(path, { instructions: '# Be kind' }, empty.etag);
    expect(first.body).toMatchObject({ instructions: '# Be kind', updatedBy: 'ann' });
    expect((await bob.put(path, { instructions: 'stale' }, empty.etag)).status).toBe(412);
    expect((await bob.put(path, { instructions: 'blind' })).status).toBe(428);
    expect((await bob.get(path)).body).toMatchObject({ instructions: '# Be kind' });
    expect((await ann.get('/v1/datasets/none/curation-instructions')).status).toBe(404);
  });
});

describe('tags', () => {
  it('are listed, used or not, and taken from the list without touching items', async () => {
    const api = (await serveStore()).client();
    await createItem(api, key, { manualTags: ['topic:used'] });
    expect((await api.post('/v1/tags', { tags: [' Topic : Listed ', 'topic:used'] })).status).toBe(201);
    const list = async () => (await api.get('/v1/tags')).body;
    expect(await list()).toMatchObject({
      tags: [
        { tag: 'topic:listed', items: 0, listed: true },
        { tag: 'topic:used', items: 1, listed: true },
      ],
    });
    expect((await api.send('DELETE', '/v1/tags', { body: { tags: ['topic:listed', 'topic:used'] } })).status).toBe(200);
    expect(await list()).toMatchObject({ tags: [{ tag: 'topic:used', items: 1, listed: false }] });
    expect((await api.get(toItemPath(key))).item.manualTags).toEqual(['topic:used']);
    expect((await api.post('/v1/tags', { tags: ['nocolon'] })).status).toBe(422);
  });

  it.each([
    ['schema', { groups: [{ name: 'level', exclusive: true, values: ['a', 'b'] }] }, { groups: [{ name: 5 }] }],
    ['glossary', { entries: { 'level:a': 'easy', level: 'how hard' } }, { entries: { a: 5 } }],
  ])('have a %s with an ETag', async (name, value, wrong) => {
    const api = (await serveStore()).client();
    const before = await api.get(`/v1/tags/${name}`);
    expect(before.status).toBe(200);
    const after = await api.put(`/v1/tags/${name}`, value, before.etag);
    expect(after.body).toMatchObject(value);
    expect((await api.put(`/v1/tags/${name}`, value, before.etag)).status).toBe(412);
    expect((await api.put(`/v1/tags/${name}`, wrong, after.etag)).status).toBe(422);
    expect((await api.put(`/v1/tags/${name}`, { ...value, bogus: 1 }, after.etag)).status).toBe(422);
    expect((await api.get(`/v1/tags/${name}`)).body).toMatchObject(value);
  });

  it('come with the founding groups, and a saved schema takes effect', async () => {
    const api = (await serveStore()).client();
    const { body } = await api.get('/v1/tags/schema');
    const { groups } = toBody<{ groups: readonly { name: string; exclusive?: boolean }[] }>({ body });
    const exclusive = groups.filter((group) => group.exclusive === true).map(({ name }) => name);
    expect(exclusive.toSorted()).toEqual(['answerability', 'difficulty', 'expertise', 'source']);
    const both = { manualTags: ['source:sme', 'source:user'] };
    expect(toImport(await api.import([toNewItem(key, both)])).counts).toMatchObject({ failed: 1 });
    expect((await api.put('/v1/tags/schema', { groups: [] })).status).toBe(200);
    expect(toImport(await api.import([toNewItem(key, both)])).counts).toMatchObject({ created: 1 });
  });
});

describe('labels', () => {
  const served = useServedStore(async (api) => {
    await createItem(api, key);
  });
  const subject = { dataset: 'demo', item: 'x', turnIndex: 1 };

  it('are appended, and stay', async () => {
    const [ann, bob] = [served().client('ann'), served().client('bob')];
    const first = await ann.post('/v1/labels', { subject, score: 2, reason: 'good' });
    expect(first.status, first.text).toBe(201);
    expect(first.body).toMatchObject({
      labels: [{ rater: 'ann', score: 2, question: 'overall', subject: { ...subject, revision: 1 } }],
    });
    const second = await bob.post('/v1/labels', {
      labels: [
        { subject, score: -3 },
        { subject: { dataset: 'demo', item: 'x' }, score: 0 },
      ],
    });
    expect(second.status, second.text).toBe(201);
    const { body } = await ann.get('/v1/labels?dataset=demo&item=x');
    expect(
      toBody<{ labels: readonly { rater: string; score: number }[] }>({ body }).labels.map(({ rater, score }) => [
        rater,
        score,
      ]),
    ).toEqual([
      ['ann', 2],
      ['bob', -3],
      ['bob', 0],
    ]);
    expect((await ann.get('/v1/labels?rater=bob')).body).toMatchObject({ labels: [{ score: -3 }, { score: 0 }] });
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await ann.send(method, '/v1/labels')).status).toBe(405);
  });

  it('are taken once for one Idempotency-Key', async () => {
    const api = served().client('cleo');
    const headers = { 'idempotency-key': 'label-1' };
    const first = await api.post('/v1/labels', { subject, score: 1 }, headers);
    expect((await api.post('/v1/labels', { subject, score: 1 }, headers)).text).toBe(first.text);
    const { body } = await api.get('/v1/labels?rater=cleo');
    expect(toBody<{ labels: readonly unknown[] }>({ body }).labels).toHaveLength(1);
  });

  it.each([
    [{ subject, score: 4 }],
    [{ subject, score: 0.5 }],
    [{ subject, score: '1' }],
    [{ subject, score: null }],
    [{ subject: { ...subject, turnIndex: 2 }, score: 1 }],
    [{ subject: { ...subject, turnIndex: -1 }, score: 1 }],
    [{ subject: { ...subject, revision: 9 }, score: 1 }],
    [{ subject: {}, score: 1 }],
    [{ subject: { dataset: 'demo', item: 'none' }, score: 1 }],
    [{ labels: [] }],
    [
      {
        labels: [
          { subject, score: 1 },
          { subject, score: 9 },
        ],
      },
    ],
    [{ score: 1 }],
    [[]],
  ])('are refused: %j', async (body) => {
    const api = served().client('dora');
    expect([404, 422]).toContain((await api.post('/v1/labels', body)).status);
    expect((await api.get('/v1/labels?rater=dora')).body).toMatchObject({ labels: [] });
  });
});

describe('the rest', () => {
  it('says who asks, what there is and how much of it', async () => {
    const api = (await serveStore()).client('ann');
    expect((await api.get('/v1/me')).body).toEqual({ name: 'ann', role: 'admin' });
    expect((await api.get('/v1/config')).status).toBe(200);
    expect((await api.get('/v1/search?q=refund&top=3')).body).toEqual({ results: [] });
    for (const query of ['', '?q=', '?q=a&top=0', '?q=a&top=51', '?q=a&bogus=1'])
      expect((await api.get(`/v1/search${query}`)).status).toBe(422);
    await createItem(api, key);
    await createItem(api, { ...key, id: 'y' }, { status: 'approved' });
    await api.post('/v1/labels', { subject: { dataset: 'demo', item: 'x' }, score: 1 });
    expect((await api.get('/v1/stats')).body).toEqual({
      datasets: 1,
      items: { draft: 1, approved: 1 },
      labels: 1,
      raters: 1,
    });
  });

  it('audits every kind of change, with who made it', async () => {
    const api = (await serveStore()).client('ann');
    await createItem(api, key, { status: 'approved' });
    await api.post('/v1/datasets', { name: 'other' });
    await api.put('/v1/datasets/other', { weight: 3 });
    const { etag } = await api.get('/v1/datasets/other/curation-instructions');
    await api.put('/v1/datasets/other/curation-instructions', { instructions: 'x' }, etag);
    await api.post('/v1/tags', { tags: ['a:b'] });
    await api.put('/v1/tags/schema', { groups: [] });
    await api.put('/v1/tags/glossary', { entries: {} });
    await api.post('/v1/snapshots', {});
    await api.post('/v1/labels', { subject: { dataset: 'demo', item: 'x' }, score: 1 });
    await api.post(`${toItemPath(key)}/duplicate`);
    const events = await listAudit(api);
    const actions = [
      'dataset',
      'instructions',
      'tags',
      'tag-schema',
      'tag-glossary',
      'snapshot',
      'label',
      'duplicate',
      'import',
    ];
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(actions));
    expect(new Set(events.map(({ by }) => by))).toEqual(new Set(['ann']));
    expect(events.map(({ sequence }) => sequence)).toEqual(
      events.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    );
  });

  it('gives every answer a request id, and takes one that is sane', async () => {
    const api = (await serveStore()).client();
    expect((await api.get('/v1/me')).headers.get('x-request-id')).toMatch(/./);
    expect((await api.get('/v1/me', { 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1');
    expect((await api.get('/v1/me', { 'x-request-id': '<script>' })).headers.get('x-request-id')).not.toContain('<');
  });
});
