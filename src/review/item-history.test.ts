import { expect, it } from 'vitest';
import { listFaults, openReviewDesk } from '../../test/support/review-desk.ts';
import { restoreRevision } from './item-history.ts';

const key = { dataset: 'demo', id: 'a' };
const turns = [
  { role: 'user', msg: 'When?' },
  { role: 'assistant', msg: 'In a week.', refs: [{ url: 'http://a' }], answerKey: { reference: 'A week.' } },
];

async function openDesk() {
  const desk = await openReviewDesk();
  await desk.import([{ id: 'a', history: turns, manualTags: ['topic:time'], comment: 'first' }]);
  const restore = async (revision: number) => {
    const { _etag } = await desk.read('a');
    return restoreRevision(desk.context, { key, actor: 'ann', ifMatch: `"${_etag}"`, revision });
  };
  return { desk, restore };
}

it('brings back all of the content, and says in the history that it did', async () => {
  const { desk, restore } = await openDesk();
  const before = await desk.read('a');
  const [question, answer] = before.history ?? [];
  await desk.put('a', { history: [question, { ...answer, msg: 'Never.', refs: [] }], manualTags: [], comment: null });
  await desk.put('a', { status: 'approved' });
  await restore(1);
  const after = await desk.read('a');
  expect(after).toMatchObject({ status: 'draft', comment: 'first', manualTags: ['topic:time'], revision: 4 });
  expect(after.history).toEqual(before.history);
  const revisions = await desk.context.store.items.revisions(key);
  expect(revisions.map(({ action }) => action)).toEqual(['restore', 'approve', 'edit', 'import']);
});

it('changes nothing when the item says it already', async () => {
  const { desk, restore } = await openDesk();
  await restore(1);
  expect((await desk.read('a')).revision).toBe(1);
});

it('knows which revisions there are', async () => {
  const { restore } = await openDesk();
  expect(await listFaults(restore(9))).toEqual(['ITEM_BAD_REVISION']);
});
