import { describe, expect, it } from 'vitest';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import {
  createHeldItem,
  createItem,
  getItem,
  type ItemAddress,
  type Key,
  listAudit,
  listRevisions,
  toItemPath,
} from '../../support/api-client-items.ts';
import { serveStore } from '../../support/served-store.ts';
import { tries } from '../../support/tries.ts';

const key = { dataset: 'demo', id: 'x' };

interface Write {
  readonly name: string;
  /** Brings the item to where the write fits, and gives it. */
  readonly start: (api: ApiClient) => Promise<Answer>;
  readonly send: (api: ApiClient, ifMatch?: string) => Promise<Answer>;
}

function toPut(address: ItemAddress): Write {
  return {
    name: `PUT /v1/${address}`,
    start: (api) => createHeldItem(api, key),
    send: (api, ifMatch) => api.put(toItemPath(key, address), { comment: 'mine' }, ifMatch),
  };
}

async function startDeleted(api: ApiClient): Promise<Answer> {
  const { etag } = await createItem(api, key);
  expect((await api.delete(toItemPath(key), etag)).status).toBe(200);
  return getItem(api, key);
}

const writes: readonly Write[] = [
  toPut('ground-truths'),
  toPut('assignments'),
  {
    name: 'DELETE',
    start: (api) => createItem(api, key),
    send: (api, ifMatch) => api.delete(toItemPath(key), ifMatch),
  },
  {
    name: 'restore',
    start: startDeleted,
    send: (api, ifMatch) => api.send('POST', `${toItemPath(key)}/restore`, ifMatch === undefined ? {} : { ifMatch }),
  },
];

describe.each(writes)('fact 17: $name', ({ start, send }) => {
  async function open() {
    const world = await serveStore();
    const [api, other] = [world.client(), world.client('other')];
    const before = await start(api);
    const count = (await listRevisions(api, key)).length;
    const expectUntouched = async () => {
      expect((await getItem(api, key)).text).toBe(before.text);
      expect(await listRevisions(api, key)).toHaveLength(count);
    };
    return { api, other, before, expectUntouched };
  }

  it.each([[undefined], ['*'], [' * ']])('asks for If-Match when it is %s', async (ifMatch) => {
    const { api, expectUntouched } = await open();
    expect(await send(api, ifMatch)).toMatchObject({ status: 428, problem: { code: 'API_PRECONDITION_REQUIRED' } });
    await expectUntouched();
  });

  it.each([['"bogus"'], ['bogus'], ['""'], ['"*"'], ['"\' or 1=1 --"']])('refuses If-Match %s', async (ifMatch) => {
    const { api, expectUntouched } = await open();
    const answer = await send(api, ifMatch);
    expect(answer.status).toBe(412);
    expect(answer.problem.code).toBe('ITEM_STALE');
    await expectUntouched();
  });

  it('never matches a weak ETag', async () => {
    const { api, before, expectUntouched } = await open();
    expect((await send(api, `W/${before.etag}`)).status).toBe(412);
    await expectUntouched();
  });

  it('answers 200 and a new ETag to the right one', async () => {
    const { api, before } = await open();
    const answer = await send(api, before.etag);
    expect(answer.status, answer.text).toBe(200);
    const after = await getItem(api, key);
    expect(after.etag).toMatch(/^"[^"]+"$/);
    expect(after.etag).not.toBe(before.etag);
    if (answer.etag !== '') expect(answer.etag).toBe(after.etag);
  });

  it('refuses the ETag that was right before', async () => {
    const { api, before } = await open();
    expect((await send(api, before.etag)).status).toBe(200);
    expect((await send(api, before.etag)).status).toBe(412);
  });
});

describe('fact 17', () => {
  it('answers a stale PUT with the current item and the fields that differ', async () => {
    const world = await serveStore();
    const [ann, bob] = [world.client('ann'), world.client('bob')];
    const before = await createItem(ann, key, { comment: 'old', answer: 'old' });
    const after = await bob.put(toItemPath(key), { comment: 'bob was here', manualTags: ['topic:x'] }, before.etag);
    expect(after.status).toBe(200);
    const { status, problem } = await ann.put(toItemPath(key), { answer: 'ann' }, before.etag);
    expect(status).toBe(412);
    expect(problem.current).toEqual(after.body);
    expect(problem.differing).toEqual(expect.arrayContaining(['comment', 'manualTags']));
    expect(problem.differing).not.toContain('answer');
    expect((await getItem(ann, key)).text).toBe(after.text);
    const merged = await ann.put(toItemPath(key), { answer: 'ann' }, `"${problem.current?._etag}"`);
    expect(merged.item).toMatchObject({ comment: 'bob was here', answer: 'ann' });
  });

  it('names the turns that differ', async () => {
    const api = (await serveStore()).client();
    const before = await createItem(api, key);
    const [first, second] = before.item.history ?? [];
    await api.put(toItemPath(key), { history: [first, { ...second, msg: 'changed' }] }, before.etag);
    const { problem } = await api.put(toItemPath(key), { comment: 'x' }, before.etag);
    expect(problem.differing?.some((path) => path.startsWith('history'))).toBe(true);
    expect(problem.differing).not.toContain('comment');
  });

  it('answers 404 for an item that does not exist, with or without If-Match', async () => {
    const api = (await serveStore()).client();
    for (const ifMatch of ['"x"', undefined]) {
      const answer = await api.put(toItemPath(key), { comment: 'x' }, ifMatch);
      expect([404, 428]).toContain(answer.status);
    }
    expect((await api.put(toItemPath(key), { comment: 'x' }, '"x"')).status).toBe(404);
  });

  it('reads again for nothing when nothing changed', async () => {
    const api = (await serveStore()).client();
    const { etag } = await createItem(api, key);
    expect(await api.get(toItemPath(key), { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    expect((await api.get(toItemPath(key), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('lets many clients edit one item: every successful write is a revision, none is overwritten unseen', async () => {
    const world = await serveStore();
    const admin = world.client();
    await createItem(admin, key, { comment: '' });
    const clients = Array.from({ length: tries(40, 100) }, (_, index) => `client-${index}`);
    const attempts = await Promise.all(clients.map((name) => appendName(world.client(name), key, name)));
    const { item } = await getItem(admin, key);
    // Each appended its name to what it had read: a name that is missing was overwritten unseen.
    expect(item.comment?.split(' ').filter(Boolean).toSorted()).toEqual(clients.toSorted());
    const [created, ...edits] = await listRevisions(admin, key);
    expect(created).toMatchObject({ revision: 1 });
    expect(edits.map(({ by }) => by).toSorted()).toEqual(clients.toSorted());
    expect(edits.map(({ revision }) => revision)).toEqual(clients.map((_, index) => index + 2));
    // The names are in the order of the revisions.
    expect(edits.map(({ by }) => by)).toEqual(item.comment?.split(' ').filter(Boolean));
    const audited = (await listAudit(admin, key)).filter(({ revision }) => (revision ?? 0) > 1);
    expect(audited.map(({ by, revision }) => [by, revision])).toEqual(edits.map(({ by, revision }) => [by, revision]));
    expect(Math.max(...attempts)).toBeGreaterThan(1);
  });
});

/** Reads, appends, writes, and after a 412 tries again with the item that came back. Gives the attempts. */
async function appendName(api: ApiClient, target: Key, name: string): Promise<number> {
  let { item, etag } = await getItem(api, target);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await api.put(toItemPath(target), { comment: `${item.comment ?? ''} ${name}`.trim() }, etag);
    if (answer.status === 200) return attempt;
    expect(answer.status, answer.text).toBe(412);
    const current = answer.problem.current;
    expect(current).toBeDefined();
    item = current ?? item;
    etag = `"${item._etag}"`;
  }
}
