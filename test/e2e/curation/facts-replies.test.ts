import { describe, expect, it } from 'vitest';
import {
  createHeldItem,
  getItem,
  itemAddresses,
  toImport,
  toItemPath,
  toNewItem,
} from '../../support/api-client-items.ts';
import { useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const user = { id: 'q', role: 'user', msg: 'Where is order 7755?' };
const replyUnderTest = {
  run: '20261117-1',
  caseId: 'late',
  verdicts: [{ grader: 'contains-1', turnIndex: 1, status: 'graded', score: 0, pass: false, reason: 'No 7755.' }],
};
const bare = { id: 'a', role: 'assistant', msg: 'May I have the order number?' };
const failed = { ...bare, answerKey: { mustMention: ['order'] }, replyUnderTest };
const talk = { history: [user, failed] };
const settle = [{ turnId: 'a', as: 'answer-was-right', reason: 'It has to ask first.' }];

describe.each(itemAddresses)('facts 20 and 20a, by PUT /v1/%s', (address) => {
  const served = useServedStore();
  let number = 0;

  async function hold(changes: Readonly<Record<string, unknown>> = talk) {
    number += 1;
    const key = { dataset, id: `${address}-${number}` };
    const api = served().client('ann');
    let { etag } = await createHeldItem(api, key, changes);
    const put = async (body: unknown) => {
      const answer = await api.put(toItemPath(key, address), body, etag);
      if (answer.status === 200) etag = answer.etag;
      return answer;
    };
    return { api, key, put, approve: (more = {}) => put({ status: 'approved', ...more }) };
  }
  const blocked = (...paths: readonly string[]) => ({
    status: 422,
    problem: { code: 'APPROVAL_BLOCKED', problems: paths.map((path) => ({ path })) },
  });

  it('carries the failing reply, and blocks approval at its turn', async () => {
    const { approve, api, key } = await hold();
    expect((await getItem(api, key)).item.history?.[1]).toMatchObject({ replyUnderTest });
    expect(await approve()).toMatchObject(blocked('history[1]'));
  });

  it.each([
    ['left out', [user, { ...bare, answerKey: failed.answerKey }]],
    ['another one', [user, { ...failed, replyUnderTest: { run: 'x', caseId: 'y', verdicts: [] } }]],
    ['no object at all', [user, { ...failed, replyUnderTest: 'gone' }]],
    ['null', [user, { ...failed, replyUnderTest: null }]],
    ['settled by hand', [user, { ...failed, replyUnderTest: { ...replyUnderTest, settled: { as: 'key-fixed' } } }]],
    [
      'without the ids of the turns',
      [
        { role: 'user', msg: user.msg },
        { role: 'assistant', msg: bare.msg, answerKey: failed.answerKey },
      ],
    ],
    ['under another id', [user, { ...bare, id: 'b', answerKey: failed.answerKey }]],
  ])('is not settled by a PUT in which it is %s', async (_what, history) => {
    const { put, approve } = await hold();
    const answer = await put({ history });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.item.history?.[1]).toMatchObject({ replyUnderTest });
    expect(await approve()).toMatchObject(blocked('history[1]'));
  });

  it('does not take a mark from a PUT', async () => {
    const { put, approve } = await hold({ history: [user, bare] });
    const { item } = await put({ history: [user, failed] });
    expect(item.history?.[1]).not.toHaveProperty('replyUnderTest');
    expect((await approve()).status).toBe(200);
  });

  it.each([
    ['the text', { ...failed, msg: 'Your order 7755 is on its way.' }],
    ['the key', { ...failed, answerKey: { mustMatch: ['order number\\?$'] } }],
  ])('is settled by editing %s, also in the PUT that approves', async (_what, turn) => {
    const { put, approve } = await hold();
    expect((await put({ history: [user, turn] })).status).toBe(200);
    expect((await approve()).status).toBe(200);
    const { approve: approveBoth } = await hold();
    expect((await approveBoth({ history: [user, turn] })).status).toBe(200);
  });

  it('is open again when the edit is undone, or the deleted turn comes back', async () => {
    const { put, approve } = await hold();
    await put({ history: [user, { ...bare, msg: 'Your order 7755 is on its way.' }] });
    await put({ history: [user, bare] });
    expect(await approve()).toMatchObject(blocked('history[1]'));
    await put({ history: [user] });
    await put({ history: [user, bare] });
    expect(await approve()).toMatchObject(blocked('history[1]'));
    await put({ history: [user] });
    expect(await approve({ history: [user, { role: 'assistant', msg: bare.msg }] })).toMatchObject(
      blocked('history[1]'),
    );
  });

  it('is settled by saying why the answer was right, alone or with the approval', async () => {
    const first = await hold();
    const { item } = await first.put({ settle });
    expect(item.status).toBe('draft');
    expect((await first.approve()).status).toBe(200);
    const second = await hold();
    expect(await second.approve({ settle })).toMatchObject({ status: 200, item: { status: 'approved' } });
  });

  it.each([
    ['no list', 'yes', 'settle'],
    ['a blank reason', [{ ...settle[0], reason: ' ' }], 'settle[0].reason'],
    ['no reason', [{ turnId: 'a', as: 'answer-was-right' }], 'settle[0].reason'],
    ['another word', [{ ...settle[0], as: 'fine' }], 'settle[0].as'],
    ['an unknown turn', [{ ...settle[0], turnId: 'z' }], 'settle[0].turnId'],
    ['a turn without a failing reply', [{ ...settle[0], turnId: 'q' }], 'settle[0].turnId'],
    ['an unknown key', [{ ...settle[0], by: 'me' }], 'settle[0].by'],
  ])('refuses to settle with %s', async (_what, said, path) => {
    const { put, approve } = await hold();
    expect(await put({ settle: said })).toMatchObject({ status: 422, problem: { problems: [{ path }] } });
    expect(await approve()).toMatchObject(blocked('history[1]'));
  });

  it('blocks an answer that fails its own key, unless the PUT has a reason', async () => {
    const answerKey = { mustMention: ['7755'], mustNotMention: ['order'], mustMatch: ['^May'], mustNotMatch: ['\\?'] };
    const { approve, api, key } = await hold({ history: [user, { ...bare, answerKey }] });
    const three = Array.from({ length: 3 }, () => 'history[1].answerKey');
    expect(await approve()).toMatchObject(blocked(...three));
    expect(await approve({ reason: ' \n' })).toMatchObject(blocked(...three));
    expect(await approve({ reason: 7 })).toMatchObject({ status: 422, problem: { problems: [{ path: 'reason' }] } });
    const answer = await approve({ reason: 'The key is for the next turn.' });
    expect(answer).toMatchObject({ status: 200, item: { status: 'approved' } });
    const { events } = JSON.parse((await api.get(`/v1/audit?dataset=${dataset}&item=${key.id}`)).text);
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'approve', detail: 'The key is for the next turn.' }),
    );
  });

  it('has no other rule for case and line breaks than a run', async () => {
    const answerKey = { mustMention: ['May I\nhave'], mustNotMention: ['may'] };
    const { approve } = await hold({ history: [user, { ...bare, msg: 'May I\r\nhave it?', answerKey }] });
    expect((await approve()).status).toBe(200);
  });

  it('refuses a pattern that is not RE2, with its path', async () => {
    const { put } = await hold();
    const history = [user, { ...bare, answerKey: { mustMatch: ['ok', '(?=x)'] } }];
    expect(await put({ history })).toMatchObject({
      status: 422,
      problem: { problems: [{ path: 'history[1].answerKey.mustMatch[1]' }] },
    });
  });

  it('warns about an approved item that nothing can grade, and no longer when it has a key', async () => {
    const { approve, put } = await hold({ history: [user, bare] });
    const warned = { _warnings: [{ path: 'history', code: 'APPROVAL_NOTHING_GRADES' }] };
    expect((await approve()).item).toMatchObject(warned);
    expect((await put({ status: 'draft' })).item).not.toHaveProperty('_warnings');
    const { item } = await approve({ history: [user, { ...bare, answerKey: { outcome: 'It asks.' } }] });
    expect(item).not.toHaveProperty('_warnings');
  });
});

describe('a failing reply on other ways to an approval', () => {
  const served = useServedStore();
  const toItem = (id: string, more = {}) => toNewItem({ dataset, id }, { ...talk, ...more });

  it('is a draft when its file says approved, and fails with approve', async () => {
    const api = served().client();
    const { results } = toImport(await api.import([toItem('says', { status: 'approved' })]));
    expect(results).toMatchObject([
      { verdict: 'created', warnings: [{ code: 'APPROVAL_BLOCKED' }, { path: 'history[1]' }] },
    ]);
    expect((await getItem(api, { dataset, id: 'says' })).item.status).toBe('draft');
    const { results: asked } = toImport(await api.import([toItem('asked')], 'approve=true'));
    expect(asked).toMatchObject([{ verdict: 'failed', problems: [{}, { path: 'history[1]' }] }]);
  });

  it('stays open through an upsert that leaves the mark out or settles it', async () => {
    const api = served().client();
    await api.import([toItem('upserted')]);
    const settled = { ...replyUnderTest, settled: { as: 'answer-was-right', reason: 'x' } };
    for (const turn of [
      { ...bare, answerKey: failed.answerKey },
      { ...failed, replyUnderTest: settled },
    ]) {
      const file = toItem('upserted', { history: [user, turn], status: 'approved', comment: JSON.stringify(turn) });
      toImport(await api.import([file], 'mode=upsert'));
      expect((await getItem(api, { dataset, id: 'upserted' })).item).toMatchObject({
        status: 'draft',
        history: [{}, { replyUnderTest }],
      });
    }
  });

  it('is kept by a copy, an export and an import elsewhere', async () => {
    const api = served().client();
    await api.import([toItem('origin', { datasetName: 'exported' })]);
    const key = { dataset: 'exported', id: 'origin' };
    const copy = await api.post(`${toItemPath(key)}/duplicate`);
    expect(JSON.parse(copy.text)).toMatchObject({ status: 'draft', history: [{}, { replyUnderTest }] });
    const lines = (await api.get('/v1/export?dataset=exported')).text;
    const other = served().client();
    const renamed = lines
      .replaceAll('"exported"', '"elsewhere"')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    toImport(await other.import(renamed));
    expect((await api.get('/v1/export?dataset=elsewhere')).text).toBe(lines.replaceAll('"exported"', '"elsewhere"'));
  });

  it('keeps an approval with its reason through an export and an import', async () => {
    const api = served().client();
    const history = [user, { ...bare, answerKey: { mustMention: ['7755'] } }];
    await api.import([toNewItem({ dataset: 'reasons', id: 'a' }, { history })]);
    const key = { dataset: 'reasons', id: 'a' };
    const { etag } = await getItem(api, key);
    const approved = await api.put(toItemPath(key), { status: 'approved', reason: 'It asks first.' }, etag);
    expect(approved.status).toBe(200);
    const line = (await api.get('/v1/export?dataset=reasons')).text.replaceAll('"reasons"', '"moved"');
    toImport(await api.import([JSON.parse(line)]));
    expect((await api.get('/v1/export?dataset=moved')).text).toBe(line);
    const draft = await api.put(toItemPath(key), { status: 'draft' }, approved.etag);
    expect(draft.item.meta).toEqual({});
  });

  it('is open again when a revision is restored in which it was', async () => {
    const api = served().client();
    await api.import([toItem('restored')]);
    const key = { dataset, id: 'restored' };
    const { etag } = await getItem(api, key);
    const said = await api.put(toItemPath(key), { settle }, etag);
    const restored = await api.send('POST', `${toItemPath(key)}/revisions/1/restore`, { ifMatch: said.etag });
    expect(restored.status, restored.text).toBe(200);
    const { item, etag: now } = await getItem(api, key);
    expect(item.history?.[1]).toMatchObject({ replyUnderTest });
    expect((await api.put(toItemPath(key), { status: 'approved' }, now)).status).toBe(422);
  });

  it('is a draft when its content changed while it was deleted', async () => {
    const api = served().client();
    const key = { dataset, id: 'deleted-since' };
    await api.import([toNewItem(key, { history: [user, bare], status: 'approved' })]);
    const { etag } = await getItem(api, key);
    await api.delete(toItemPath(key), etag);
    await api.import([toItem('deleted-since', { status: 'deleted' })], 'mode=upsert');
    const { etag: stale } = await getItem(api, key);
    await api.send('POST', `${toItemPath(key)}/restore`, { ifMatch: stale });
    expect((await getItem(api, key)).item.status).toBe('draft');
  });
});
