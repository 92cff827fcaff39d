import { describe, expect, it } from 'vitest';
import { listFaults, openReviewDesk } from '../../test/support/review-desk.ts';
import { StaleItem } from './change-item.ts';
import { deleteItem } from './item-life.ts';
import { putItem } from './put-item.ts';

const question = { role: 'user', msg: 'May I send it back?' };
const answer = { role: 'assistant', msg: 'Within 14 days.', refs: [{ url: 'https://example.com/returns' }] };
const talk = { id: 'a', history: [question, answer] };
const key = { dataset: 'demo', id: 'a' };

async function openDesk(item: object = talk) {
  const desk = await openReviewDesk();
  await desk.import([item]);
  return desk;
}

describe('a PUT of turns', () => {
  it('reads msg or content, whichever says something, and keeps refs in their turn', async () => {
    const desk = await openDesk();
    const { history } = await desk.put('a', {
      history: [
        { role: 'user', msg: '', content: 'c' },
        { role: 'assistant', content: 'd', refs: [{ url: ' http://a ' }] },
      ],
    });
    expect(history).toMatchObject([
      { msg: 'c', tags: [] },
      { msg: 'd', refs: [{ url: 'http://a' }] },
    ]);
  });

  it.each([
    [{ role: 'user' }, 'ITEM_MISSING_KEY history[0].msg'],
    [{ msg: 'x' }, 'ITEM_MISSING_KEY history[0].role'],
    [{ role: ' ', msg: 'x' }, 'ITEM_BAD_VALUE history[0].role'],
    [{ role: 'user', msg: 'x', tags: 'a' }, 'ITEM_BAD_VALUE history[0].tags'],
    [{ role: 'user', msg: 'x', refs: ['http://a'] }, 'ITEM_BAD_VALUE history[0].refs[0]'],
    [{ role: 'user', msg: 'x', refs: [{ url: ' ' }] }, 'ITEM_BAD_URL history[0].refs[0].url'],
    [{ role: 'user', msg: 'x', refs: [{ url: 'javascript:x' }] }, 'ITEM_BAD_URL history[0].refs[0].url'],
    [{ role: 'user', msg: 'x', mood: 'good' }, 'ITEM_UNKNOWN_KEY history[0].mood'],
  ])('refuses %j and leaves the item as it was', async (turn, problem) => {
    const desk = await openDesk();
    const before = await desk.read('a');
    expect(await listFaults(desk.put('a', { answer: 'other', history: [turn] }))).toEqual([problem]);
    expect(await desk.read('a')).toEqual(before);
  });

  it('keeps the id of each turn through edits, moves and removals, and refs with their turn', async () => {
    const desk = await openDesk();
    const { history: before = [] } = await desk.read('a');
    const added = { role: 'system', msg: 'You are the refund desk.' };
    const { history = [] } = await desk.put('a', { history: [added, { ...before[1], msg: 'Within 30 days.' }] });
    expect(history[1]).toMatchObject({ id: before[1]?.id, refs: answer.refs, msg: 'Within 30 days.' });
    expect(new Set([...before, ...history].map(({ id }) => id)).size).toBe(3);
  });

  it('takes back what a GET answers, in either shape of refs, as no change at all', async () => {
    const desk = await openDesk({ ...talk, refs: [{ url: 'http://top' }], manualTags: ['source:sme'] });
    const before = await desk.read('a');
    expect(await desk.put('a', before)).toEqual(before);
    expect(await desk.put('a', await desk.read('a', 'flat'), { refs: 'flat' })).toEqual(before);
  });

  it('replaces all refs by a flat list, and refuses turn numbers elsewhere', async () => {
    const desk = await openDesk();
    const flat = [{ url: 'http://top' }, { url: 'http://turn', turnIndex: 0 }];
    const item = await desk.put('a', { refs: flat }, { refs: 'flat' });
    expect(item).toMatchObject({ refs: [{ url: 'http://top' }], totalReferences: 2 });
    expect(item.history?.map(({ refs }) => refs?.map(({ url }) => url))).toEqual([['http://turn'], []]);
    expect(await listFaults(desk.put('a', { refs: flat }))).toEqual(['ITEM_BAD_VALUE refs[1].turnIndex']);
    const far = [{ url: 'http://x', turnIndex: 2 }];
    expect(await listFaults(desk.put('a', { refs: far }, { refs: 'flat' }))).toEqual([
      'ITEM_BAD_VALUE refs[0].turnIndex',
    ]);
  });
});

describe('a PUT of fields', () => {
  it('changes only what it carries, and null clears', async () => {
    const desk = await openDesk({ ...talk, comment: 'old', answer: 'kept' });
    expect(await desk.put('a', { comment: null })).not.toHaveProperty('comment');
    expect(await desk.read('a')).toMatchObject({ answer: 'kept', history: [question, { msg: answer.msg }] });
  });

  it('writes question and turn together while they are in step', async () => {
    const desk = await openDesk({ ...talk, answer: answer.msg });
    expect(await desk.put('a', { answer: 'In 30 days.' })).toMatchObject({ history: [{}, { msg: 'In 30 days.' }] });
  });

  it.each([
    [{ id: 'b' }, 'ITEM_BAD_VALUE id'],
    [{ datasetName: 'other' }, 'ITEM_BAD_VALUE datasetName'],
    [{ anwser: 'x' }, 'ITEM_UNKNOWN_KEY anwser'],
    [{ manualTags: ['nocolon'] }, 'ITEM_BAD_VALUE manualTags[0]'],
    [{ manualTags: ['source:sme', 'source:sa'] }, 'TAG_EXCLUSIVE manualTags'],
    [{ manualTags: ['turns:singleturn'] }, 'TAG_COMPUTED manualTags'],
    [{ status: 'deleted' }, 'ITEM_BAD_VALUE status'],
    [[], 'ITEM_BAD_VALUE'],
  ])('refuses %j', async (patch, problem) => {
    const desk = await openDesk();
    expect(await listFaults(desk.put('a', patch))).toEqual([problem]);
  });

  it('tells every problem at once', async () => {
    const desk = await openDesk();
    const faults = await listFaults(desk.put('a', { id: 'b', answer: 7, history: [{ role: 'user' }] }));
    expect(faults.toSorted()).toEqual([
      'ITEM_BAD_VALUE answer',
      'ITEM_BAD_VALUE id',
      'ITEM_MISSING_KEY history[0].msg',
    ]);
  });
});

describe('a PUT of a status', () => {
  it('approves, remembers when, and lets the item go', async () => {
    const desk = await openDesk();
    await desk.context.store.queue.serve('ann', 1);
    expect(await desk.read('a')).toMatchObject({ assignedTo: 'ann' });
    const approved = await desk.put('a', { status: 'approved' });
    expect(approved).toMatchObject({ status: 'approved', reviewedAt: approved.updatedAt });
    expect(approved).not.toHaveProperty('assignedTo');
  });

  it('blocks an approval with everything that is missing, and saves none of the edits', async () => {
    const desk = await openDesk();
    const before = await desk.read('a');
    const patch = {
      status: 'approved',
      comment: 'done',
      history: [{ role: 'assistant', msg: '', answerKey: { reference: 'see https://nowhere.example/x' } }],
    };
    expect(await listFaults(desk.put('a', patch))).toEqual([
      'APPROVAL_BLOCKED',
      'APPROVAL_NO_USER_TURN history',
      'APPROVAL_EMPTY_TURN history[0].msg',
      'APPROVAL_MISSING_REF history[0].answerKey',
    ]);
    expect(await desk.read('a')).toEqual(before);
  });

  it.each([
    [{ history: [question, { ...answer, msg: 'Never.' }] }, 'draft'],
    [{ refs: [{ url: 'http://new' }] }, 'draft'],
    [{ manualTags: ['source:sme'] }, 'draft'],
    [{ comment: 'a note changes nothing that was reviewed' }, 'approved'],
    [{ history: [question, { ...answer, msg: 'Never.' }], status: 'approved' }, 'approved'],
  ])('after approval, %j makes it %s', async (patch, status) => {
    const desk = await openDesk();
    await desk.put('a', { status: 'approved' });
    const changed = await desk.put('a', patch);
    expect(changed.status).toBe(status);
    expect(changed.reviewedAt !== undefined).toBe(status === 'approved');
  });

  it('keeps who skipped, and offers the item to others only', async () => {
    const desk = await openDesk();
    await desk.put('a', { status: 'skipped' });
    expect(await desk.context.store.queue.serve('ann', 5)).toEqual([]);
    expect(await desk.context.store.queue.serve('bob', 5)).toMatchObject([{ id: 'a', status: 'draft' }]);
  });

  it.each(['approved', 'skipped'])(
    'assigns what was %s to the reviewer who reopens it, if they claim it',
    async (status) => {
      const desk = await openDesk();
      await desk.put('a', { status });
      const { queue } = desk.context.store;
      await desk.put('a', { status: 'draft' });
      expect(await queue.mine('ann')).toEqual([]);
      await desk.put('a', { status });
      await desk.put('a', { status: 'draft' }, { claim: true });
      expect(await queue.mine('ann')).toMatchObject([{ id: 'a', status: 'draft', assignedTo: 'ann' }]);
    },
  );

  it('is one revision each, and none when nothing changes', async () => {
    const desk = await openDesk();
    await desk.put('a', { status: 'approved' });
    await desk.put('a', { status: 'approved' });
    await desk.put('a', { status: 'draft' });
    await desk.put('a', {});
    const revisions = await desk.context.store.items.revisions(key);
    expect(revisions.map(({ action }) => action)).toEqual(['draft', 'approve', 'import']);
  });
});

describe('the ETag of a PUT', () => {
  it.each([undefined, '*', ''])('has to be named; %j is not enough', async (ifMatch) => {
    const desk = await openDesk();
    const put = putItem(desk.context, { key, patch: { fields: {} }, actor: 'ann', ifMatch });
    expect(await listFaults(put)).toEqual(['API_PRECONDITION_REQUIRED']);
  });

  it('names what has changed since when it is an old one', async () => {
    const desk = await openDesk();
    const { _etag, history = [] } = await desk.read('a');
    const current = await desk.put('a', { comment: 'new', history: [history[0], { ...history[1], msg: 'Other.' }] });
    const put = desk.put('a', { comment: 'mine' }, { ifMatch: `"${_etag}"` });
    const stale = await put.catch((error: unknown) => error);
    expect(stale).toBeInstanceOf(StaleItem);
    expect(stale).toMatchObject({
      code: 'ITEM_STALE',
      current: { etag: current._etag },
      differing: ['comment', 'history[1].msg'],
    });
  });

  it('names the sent fields that differ if it is unknown or weak', async () => {
    const desk = await openDesk();
    const { _etag } = await desk.read('a');
    const patch = { comment: 'mine', synthQuestion: 'q', manualTags: [] };
    for (const ifMatch of ['"unknown"', `W/"${_etag}"`]) {
      const put = desk.put('a', patch, { ifMatch });
      await expect(put).rejects.toMatchObject({ code: 'ITEM_STALE', differing: ['synthQuestion', 'comment'] });
    }
  });

  it('may be one of a list', async () => {
    const desk = await openDesk();
    const { _etag } = await desk.read('a');
    expect(await desk.put('a', { comment: 'x' }, { ifMatch: `"zzz", "${_etag}"` })).toMatchObject({ comment: 'x' });
  });
});

it('refuses a PUT on an item that does not exist, is deleted, or is assigned to someone else', async () => {
  const desk = await openDesk();
  const put = (id: string) =>
    putItem(desk.context, { key: { dataset: 'demo', id }, patch: { fields: {} }, actor: 'ann', ifMatch: '"x"' });
  expect(await listFaults(put('none'))).toEqual(['ITEM_UNKNOWN']);
  await desk.context.store.queue.serve('bob', 1);
  expect(await listFaults(desk.put('a', { comment: 'x' }, { mustBeAssignee: true }))).toEqual(['API_NOT_HOLDER']);
  expect(await desk.put('a', { comment: 'x' })).toMatchObject({ comment: 'x' });
  const { _etag } = await desk.read('a');
  await deleteItem(desk.context, { key, actor: 'ann', ifMatch: `"${_etag}"` });
  expect(await listFaults(desk.put('a', { comment: 'y' }))).toEqual(['ITEM_DELETED']);
});
