import { describe, expect, it } from 'vitest';
import { listFaults, openReviewDesk, type ReviewDesk } from '../../test/support/review-desk.ts';
import { diffRevisions, getRevision, listRevisions } from './item-history.ts';
import { deleteItem, duplicateItem, restoreItem } from './item-life.ts';

const talk = {
  id: 'a',
  history: [
    { role: 'user', msg: 'q' },
    { role: 'assistant', msg: 'a', refs: [{ url: 'http://a' }], tags: ['x'] },
  ],
};
const key = { dataset: 'demo', id: 'a' };

async function openDesk(): Promise<ReviewDesk> {
  const desk = await openReviewDesk();
  await desk.import([talk]);
  return desk;
}

async function toRequest(desk: ReviewDesk) {
  return { key, actor: 'ann', ifMatch: `"${(await desk.read('a'))._etag}"` };
}

describe('deleting and restoring', () => {
  it.each([['approved'], ['skipped'], ['draft']])(
    'brings back an item that was %s with everything it had',
    async (status) => {
      const desk = await openDesk();
      const before = await desk.put('a', { status, comment: 'mine' });
      await deleteItem(desk.context, await toRequest(desk));
      expect(await desk.read('a')).toMatchObject({ status: 'deleted' });
      await restoreItem(desk.context, await toRequest(desk));
      const { _etag, revision, updatedAt, ...after } = await desk.read('a');
      expect(before).toMatchObject(after);
      expect(revision).toBe(before.revision + 2);
    },
  );

  it('gives back a draft when it was in review', async () => {
    const desk = await openReviewDesk();
    await desk.import([{ ...talk, status: 'in-review' }]);
    await deleteItem(desk.context, await toRequest(desk));
    expect(await restoreItem(desk.context, await toRequest(desk))).toMatchObject({ status: 'draft' });
  });

  it('needs the ETag, and changes nothing the second time', async () => {
    const desk = await openDesk();
    const old = await toRequest(desk);
    expect(await restoreItem(desk.context, old)).toMatchObject({ revision: 1 });
    await deleteItem(desk.context, old);
    expect(await listFaults(deleteItem(desk.context, { ...old, ifMatch: '*' }))).toEqual(['API_PRECONDITION_REQUIRED']);
    expect(await listFaults(restoreItem(desk.context, old))).toContain('ITEM_STALE');
    expect(await deleteItem(desk.context, await toRequest(desk))).toMatchObject({ revision: 2 });
  });
});

describe('duplicateItem', () => {
  it('makes a draft of mine that names the original', async () => {
    const desk = await openDesk();
    await desk.put('a', { status: 'approved' });
    const copy = await duplicateItem(desk.context, { key, actor: 'bob' });
    expect(copy).toMatchObject({ dataset: 'demo', status: 'draft', assignedTo: 'bob', revision: 1 });
    expect(copy.id).toMatch(/^a-copy-/);
    const [original, shown] = [await desk.read('a'), await desk.read(copy.id)];
    expect(shown.manualTags).toEqual(['rephrase:a']);
    expect(shown.history).toEqual(original.history);
    expect(original.status).toBe('approved');
  });

  it('takes another name when one is taken', async () => {
    const desk = await openDesk();
    const names = ['same', 'same', 'other'];
    const context = { ...desk.context, newTurnId: () => names.shift() ?? '' };
    const copies = [
      await duplicateItem(context, { key, actor: 'bob' }),
      await duplicateItem(context, { key, actor: 'bob' }),
    ];
    expect(copies.map(({ id }) => id)).toEqual(['a-copy-same', 'a-copy-other']);
  });

  it('refuses an item that does not exist or is deleted', async () => {
    const desk = await openDesk();
    const none = duplicateItem(desk.context, { key: { dataset: 'demo', id: 'none' }, actor: 'bob' });
    expect(await listFaults(none)).toEqual(['ITEM_UNKNOWN']);
    await deleteItem(desk.context, await toRequest(desk));
    expect(await listFaults(duplicateItem(desk.context, { key, actor: 'bob' }))).toEqual(['ITEM_DELETED']);
  });
});

describe('the history of an item', () => {
  it('lists who did what, newest first, page by page', async () => {
    const desk = await openDesk();
    await desk.put('a', { comment: 'x' }, { actor: 'bob' });
    await desk.put('a', { status: 'approved' });
    const page = await listRevisions(desk.context, key, { limit: 2 });
    expect(page).toMatchObject({
      before: 2,
      revisions: [
        { revision: 3, by: 'ann', action: 'approve', status: 'approved' },
        { revision: 2, by: 'bob', action: 'edit', status: 'draft' },
      ],
    });
    const rest = await listRevisions(desk.context, key, { limit: 2, before: 2 });
    expect(rest).toMatchObject({ before: null, revisions: [{ revision: 1, action: 'import' }] });
  });

  it('shows any revision, and what differs between two', async () => {
    const desk = await openDesk();
    const { history = [] } = await desk.read('a');
    await desk.put('a', { comment: 'x', history: [history[0], { ...history[1], msg: 'b' }] });
    await desk.put('a', { status: 'approved' });
    expect(JSON.parse((await getRevision(desk.context, key, 1)).body)).toMatchObject({ history: [{}, { msg: 'a' }] });
    const diff = await diffRevisions(desk.context, key, { from: 1, to: 2 });
    expect(diff).toMatchObject({ from: 1, to: 2, fields: [{ path: 'comment', after: 'x' }] });
    expect(diff.turns).toMatchObject([{ kind: 'same' }, { kind: 'changed', fields: ['msg'] }]);
    const latest = await diffRevisions(desk.context, key, {});
    expect(latest).toMatchObject({ from: 2, to: 3, fields: [{ path: 'status' }] });
  });

  it('knows no revision that was never made', async () => {
    const desk = await openDesk();
    expect(await listFaults(getRevision(desk.context, key, 9))).toEqual(['ITEM_BAD_REVISION']);
    expect(await listFaults(listRevisions(desk.context, { ...key, id: 'none' }, { limit: 5 }))).toEqual([
      'ITEM_UNKNOWN',
    ]);
    expect(await diffRevisions(desk.context, key, {})).toMatchObject({ from: 1, to: 1, fields: [] });
  });
});
