import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import {
  createHeldItem,
  createItem,
  getItem,
  itemAddresses,
  listRevisions,
  toContent,
  toImport,
  toItemPath,
  toNewItem,
} from '../../support/api-client-items.ts';
import { serveStore, useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const user = { role: 'user', msg: 'How long may I send it back?' };
const source = { url: 'https://example.com/returns' };
const assistant = { role: 'assistant', msg: 'Within 14 days.', refs: [source] };
const good = { history: [user, assistant] };

describe.each(itemAddresses)('fact 20, by PUT /v1/%s', (address) => {
  const served = useServedStore(async (api) => {
    const groups = [
      { name: 'source', exclusive: true, values: ['sme', 'user'] },
      { name: 'level', closed: true, values: ['easy', 'hard'], requires: ['topic'] },
    ];
    expect((await api.put('/v1/tags/schema', { groups })).status).toBe(200);
  });
  let number = 0;

  async function hold(changes: Readonly<Record<string, unknown>> = good) {
    number += 1;
    const key = { dataset, id: `${address}-${number}` };
    const api = served().client('ann');
    const before = await createHeldItem(api, key, changes);
    const put = (body: unknown, etag = before.etag) => api.put(toItemPath(key, address), body, etag);
    return { api, key, before, put };
  }

  async function expectBlocked(changes: Readonly<Record<string, unknown>>, paths: readonly string[]) {
    const { api, key, before, put } = await hold(changes);
    const { status, problem } = await put({ status: 'approved' });
    expect({ status, code: problem.code }).toEqual({ status: 422, code: 'APPROVAL_BLOCKED' });
    for (const path of paths)
      expect(problem.problems?.map((each) => each.path)).toContainEqual(expect.stringContaining(path));
    expect(problem.problems).toHaveLength(paths.length);
    expect((await getItem(api, key)).text).toBe(before.text);
  }

  it('approves, sets reviewedAt and releases', async () => {
    const { put, before, api, key } = await hold();
    expect(before.item).toMatchObject({ assignedTo: 'ann' });
    const { status, item } = await put({ status: 'approved' });
    expect(status).toBe(200);
    expect(item).toMatchObject({
      status: 'approved',
      reviewedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedBy: 'ann',
    });
    expect(item).not.toHaveProperty('assignedTo');
    expect(item).not.toHaveProperty('assignedAt');
    expect(toContent(item)).toEqual({ ...toContent(before.item), status: 'approved' });
    const mine = toBody<{ items: readonly { id: string }[] }>(await api.get('/v1/assignments/my'));
    expect(mine.items.map(({ id }) => id)).not.toContain(key.id);
  });

  it('changes the status alone or with edits, and back to draft', async () => {
    const { put } = await hold();
    const approved = await put({
      status: 'approved',
      comment: 'checked',
      history: [user, { ...assistant, msg: '14 days.' }],
    });
    expect(approved.item).toMatchObject({ status: 'approved', comment: 'checked' });
    expect(approved.item.history?.[1]?.msg).toBe('14 days.');
    const draft = await put({ status: 'draft' }, approved.etag);
    expect(draft.item).toMatchObject({ status: 'draft', comment: 'checked' });
    const skipped = await put({ status: 'skipped', comment: 'odd' }, draft.etag);
    expect(skipped.item).toMatchObject({ status: 'skipped', comment: 'odd' });
  });

  it.each(['deleted', 'in-review', 'awaiting-adjudication', 'bogus', '', 5, null])(
    'refuses the status %j',
    async (status) => {
      const { put, before, api, key } = await hold();
      expect(await put({ status, comment: 'x' })).toMatchObject({
        status: 422,
        problem: { problems: [{ path: 'status' }] },
      });
      expect((await getItem(api, key)).text).toBe(before.text);
    },
  );

  it.each([
    ['no user turn', { history: [assistant] }, ['history']],
    ['no assistant turn', { history: [user] }, ['history']],
    ['neither of them', { history: [{ role: 'system', msg: 'Be kind.' }] }, ['history', 'history']],
    ['an empty msg', { history: [{ role: 'user', msg: '' }, assistant] }, ['history[0]']],
    ['a msg of blanks', { history: [user, { ...assistant, msg: ' \n ' }] }, ['history[1]']],
    [
      'a key that cites a missing ref',
      { history: [user, { ...assistant, answerKey: { reference: 'See https://example.com/other.' } }] },
      ['history[1].answerKey'],
    ],
    [
      'a key whose context changed',
      { history: [user, { ...assistant, answerKey: { reference: 'r', contextChanged: true } }] },
      ['history[1].answerKey'],
    ],
    ['a value outside of a closed group', { ...good, manualTags: ['level:medium', 'topic:x'] }, ['manualTags']],
    ['a group that another needs', { ...good, manualTags: ['level:easy'] }, ['manualTags']],
    [
      'several things at once',
      { history: [{ role: 'user', msg: '' }], manualTags: ['level:easy'] },
      ['history', 'history[0]', 'manualTags'],
    ],
  ])('is blocked by %s', async (_name, changes, paths) => {
    await expectBlocked(changes, paths);
  });

  it('is not blocked by a turn without text that has tool calls, nor by a key that cites an existing reference', async () => {
    const calls = [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }];
    const key = { reference: `See ${source.url}/, page 2.`, mustMention: ['14 days'] };
    const { put } = await hold({
      history: [user, { role: 'assistant', tool_calls: calls }, { ...assistant, answerKey: key }],
    });
    const answer = await put({ status: 'approved' });
    expect(answer.status, answer.text).toBe(200);
  });

  it('saves no edits together with an approval that is blocked', async () => {
    const { put, before, api, key } = await hold();
    const answer = await put({ status: 'approved', comment: 'x', history: [user] });
    expect(answer).toMatchObject({ status: 422, problem: { code: 'APPROVAL_BLOCKED' } });
    expect((await getItem(api, key)).text).toBe(before.text);
  });

  const changes = [
    ['history', { history: [user, { ...assistant, msg: 'changed' }] }],
    ['refs', { refs: [{ url: 'http://new' }] }],
    ['tags', { manualTags: ['topic:new'] }],
    ['keys', { history: [user, { ...assistant, answerKey: { reference: 'new' } }] }],
  ] as const;

  it.each(changes)('sends an approved item back to draft when its %s change', async (_name, change) => {
    const { put } = await hold();
    const approved = await put({ status: 'approved' });
    const { item } = await put(change, approved.etag);
    expect(item.status).toBe('draft');
  });

  it.each(changes)('keeps it approved when the same PUT says so and passes: %s', async (_name, change) => {
    const { put } = await hold();
    const approved = await put({ status: 'approved' });
    const { item } = await put({ ...change, status: 'approved' }, approved.etag);
    expect(item.status).toBe('approved');
  });

  it('refuses a change of an approved item that says approved and does not pass', async () => {
    const { put, api, key } = await hold();
    const approved = await put({ status: 'approved' });
    expect((await put({ history: [user], status: 'approved' }, approved.etag)).status).toBe(422);
    expect((await getItem(api, key)).text).toBe(approved.text);
  });

  it('keeps an item approved when only its comment changes', async () => {
    const { put } = await hold();
    const approved = await put({ status: 'approved' });
    const { item } = await put({ comment: 'fine' }, approved.etag);
    expect(item).toMatchObject({ status: 'approved', reviewedAt: approved.item.reviewedAt });
  });

  it('keeps who skipped', async () => {
    const { put, api, key } = await hold();
    const { item } = await put({ status: 'skipped' });
    expect(item).toMatchObject({ status: 'skipped' });
    expect((await listRevisions(api, key)).at(-1)).toMatchObject({ by: 'ann', action: 'skip', status: 'skipped' });
  });

  it('flags later keys when an earlier turn is edited, and clears the flag of one sent without it', async () => {
    const keyed = { ...assistant, answerKey: { reference: 'r' } };
    const { put, before } = await hold({ history: [user, keyed] });
    const [first, second] = before.item.history ?? [];
    const edited = await put({ history: [{ ...first, msg: 'Asked otherwise?' }, second] });
    expect(edited.item.history?.[1]?.answerKey).toEqual({ reference: 'r', contextChanged: true });
    const blocked = await put({ status: 'approved' }, edited.etag);
    expect(blocked).toMatchObject({ status: 422, problem: { code: 'APPROVAL_BLOCKED' } });
    const turns = edited.item.history ?? [];
    const cleared = await put(
      { history: [turns[0], { ...turns[1], answerKey: { reference: 'r' } }], status: 'approved' },
      edited.etag,
    );
    expect(cleared.status, cleared.text).toBe(200);
    expect(cleared.item.history?.[1]?.answerKey).toEqual({ reference: 'r' });
  });
});

describe('fact 20, on upsert and deletion', () => {
  const served = useServedStore();

  async function approve(api: ApiClient, id: string) {
    const { etag } = await createItem(api, { dataset, id }, good);
    const answer = await api.put(toItemPath({ dataset, id }), { status: 'approved' }, etag);
    expect(answer.status).toBe(200);
    return answer;
  }

  it('sends an approved item back to draft when an upsert changes it', async () => {
    const api = served().client();
    const key = { dataset, id: 'upserted' };
    await approve(api, key.id);
    const changed = toNewItem(key, { history: [user, { ...assistant, msg: 'changed' }] });
    expect(toImport(await api.import([changed], 'mode=upsert')).results).toMatchObject([{ verdict: 'updated' }]);
    expect((await getItem(api, key)).item.status).toBe('draft');
  });

  it('keeps it approved when the upserted item says so and passes', async () => {
    const api = served().client();
    const key = { dataset, id: 'upserted-approved' };
    await approve(api, key.id);
    const changed = toNewItem(key, { history: [user, { ...assistant, msg: 'changed' }], status: 'approved' });
    toImport(await api.import([changed], 'mode=upsert'));
    expect((await getItem(api, key)).item).toMatchObject({ status: 'approved', history: [{}, { msg: 'changed' }] });
  });

  it('deletes softly, and restores everything', async () => {
    const api = served().client();
    const key = { dataset, id: 'deleted' };
    const full = { ...good, refs: [{ url: 'http://top' }], manualTags: ['topic:x'], comment: 'c', extra: { a: 1 } };
    const before = await createItem(api, key, full);
    const deleted = await api.delete(toItemPath(key), before.etag);
    expect(deleted.status).toBe(200);
    const gone = await getItem(api, key);
    expect(gone.item.status).toBe('deleted');
    const ids = async () => toBody<{ items: unknown[] }>(await api.get('/v1/ground-truths?itemId=deleted')).items;
    expect(await ids()).toEqual([]);
    expect((await api.get('/v1/export?itemId=deleted')).text).toBe('');
    expect(await api.put(toItemPath(key), { comment: 'x' }, gone.etag)).toMatchObject({
      status: 409,
      problem: { code: 'ITEM_DELETED' },
    });
    const restored = await api.send('POST', `${toItemPath(key)}/restore`, { ifMatch: gone.etag });
    expect(restored.status, restored.text).toBe(200);
    expect(toContent((await getItem(api, key)).item)).toEqual(toContent(before.item));
    expect(await ids()).toHaveLength(1);
    expect((await listRevisions(api, key)).map(({ action }) => action).slice(1)).toEqual(['delete', 'restore']);
  });

  it('restores an approved item as approved', async () => {
    const api = served().client();
    const approved = await approve(api, 'deleted-approved');
    const key = { dataset, id: 'deleted-approved' };
    await api.delete(toItemPath(key), approved.etag);
    const { etag } = await getItem(api, key);
    const { item } = await api.send('POST', `${toItemPath(key)}/restore`, { ifMatch: etag });
    expect(item).toMatchObject({ status: 'approved', reviewedAt: approved.item.reviewedAt });
  });

  it('shows what a revision was, and what changed between two', async () => {
    const api = served().client();
    const key = { dataset, id: 'compared' };
    const { etag, item } = await createItem(api, key, good);
    const [first, second] = item.history ?? [];
    await api.put(toItemPath(key), { comment: 'new', history: [first, { ...second, msg: 'changed' }] }, etag);
    const { body } = await api.get(`${toItemPath(key)}/diff?from=1&to=2`);
    expect(body).toMatchObject({ from: 1, to: 2, fields: [{ path: 'comment', after: 'new' }] });
    const { turns } = toBody<{ turns: readonly { kind: string; id: string }[] }>({ body });
    expect(turns.filter(({ kind }) => kind !== 'same')).toMatchObject([{ kind: 'changed', id: second?.id }]);
    expect((await api.get(`${toItemPath(key)}/diff?from=1&to=9`)).status).toBe(404);
  });
});

describe('fact 21', () => {
  it('duplicates an item: 201, a new id, a draft, mine, tagged with where it comes from', async () => {
    const world = await serveStore();
    const [ann, bob] = [world.client('ann'), world.client('bob')];
    const key = { dataset, id: 'original' };
    const before = await createItem(ann, key, { ...good, manualTags: ['topic:x'], status: 'approved' });
    expect(before.item.status).toBe('approved');
    const copy = await bob.post(`${toItemPath(key)}/duplicate`);
    expect(copy.status, copy.text).toBe(201);
    expect(copy.item.id).not.toBe(key.id);
    expect(copy.item).toMatchObject({ datasetName: dataset, status: 'draft', assignedTo: 'bob', totalReferences: 1 });
    expect(copy.item.manualTags.toSorted()).toEqual(['rephrase:original', 'topic:x']);
    expect(copy.item.history?.map(({ msg }) => msg)).toEqual(before.item.history?.map(({ msg }) => msg));
    expect(copy.item.history?.[1]?.refs).toEqual(before.item.history?.[1]?.refs);
    expect(copy.item).not.toHaveProperty('reviewedAt');
    expect(copy.etag).toBe(`"${copy.item._etag}"`);
    expect((await getItem(bob, { dataset, id: copy.item.id })).item).toEqual(copy.item);
    expect((await getItem(ann, key)).text).toBe(before.text);
    const mine = toBody<{ items: readonly { id: string }[] }>(await bob.get('/v1/assignments/my'));
    expect(mine.items.map(({ id }) => id)).toEqual([copy.item.id]);
    expect((await bob.post(`${toItemPath(key)}/duplicate`)).item.id).not.toBe(copy.item.id);
  });

  it('answers 404 for an item that does not exist', async () => {
    const api = (await serveStore()).client();
    expect((await api.post(`${toItemPath({ dataset, id: 'none' })}/duplicate`)).status).toBe(404);
  });
});
