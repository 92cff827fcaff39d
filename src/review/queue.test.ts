import { expect, it } from 'vitest';
import { openReviewDesk } from '../../test/support/review-desk.ts';
import { listAssignments, selfServe } from './queue.ts';

const items = ['a', 'b', 'c'].map((id) => ({ id, synthQuestion: id }));

it('counts items already assigned to the caller toward the requested total', async () => {
  const desk = await openReviewDesk();
  await desk.import(items);
  expect(await selfServe(desk.context, { actor: 'ann', limit: 1 })).toMatchObject({ requested: 1, assignedCount: 1 });
  const served = await selfServe(desk.context, { actor: 'ann', limit: 2 });
  expect(served).toMatchObject({ requested: 2, assignedCount: 2 });
  const mine = await listAssignments(desk.context, 'ann');
  expect(mine.map(({ id }) => id).toSorted()).toEqual(served.assigned.map(({ id }) => id).toSorted());
  expect(await selfServe(desk.context, { actor: 'bob', limit: 5 })).toMatchObject({ requested: 5, assignedCount: 1 });
});
