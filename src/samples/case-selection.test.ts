import { expect, it } from 'vitest';
import { Selection } from './case-selection.ts';

const cases = [
  { id: 'a', tags: ['short'] },
  { id: 'b', tags: [] },
  { id: 'c', tags: ['long', 'hard'] },
  { id: 'd', tags: ['short', 'hard'] },
];

it.each([
  { options: {}, taken: ['a', 'b', 'c', 'd'] },
  { options: { cases: ['d', 'b', 'x'] }, taken: ['b', 'd'] },
  { options: { tags: ['hard'] }, taken: ['c', 'd'] },
  { options: { tags: ['long', 'short'] }, taken: ['a', 'c', 'd'] },
  { options: { limit: 2 }, taken: ['a', 'b'] },
  { options: { tags: ['short'], cases: ['d', 'a'], limit: 1 }, taken: ['a'] },
  { options: { tags: [] }, taken: [] },
])('$options selects $taken', ({ options, taken }) => {
  const selection = new Selection(options);
  expect(cases.filter((each) => selection.take(each)).map(({ id }) => id)).toEqual(taken);
});

it('counts cases that were selected before', () => {
  const selection = new Selection({ limit: 3 });
  selection.pass();
  selection.pass();
  expect(cases.map((each) => selection.take(each))).toEqual([true, false, false, false]);
  expect(selection.isFull).toBe(true);
});
