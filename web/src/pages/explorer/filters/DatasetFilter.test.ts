import { expect, test } from 'vitest';
import { listDatasetChoices } from './DatasetFilter.tsx';

const few = [
  { name: 'refunds', counts: { draft: 4, approved: 2, deleted: 9 } },
  { name: 'Support', counts: {} },
];
const many = Array.from({ length: 20 }, (_, at) => ({ name: `d${at}`, counts: {} }));
const names = (choices: readonly { readonly name: string }[]) => choices.map(({ name }) => name);

test('datasets are offered with the items they have, deleted ones not counted', () => {
  expect(listDatasetChoices(few, { chosen: ['Support'], looked: '' })).toEqual([
    { name: 'refunds', count: 6 },
    { name: 'Support', count: 0 },
  ]);
});

test('a part of the name finds it; what is chosen stays', () => {
  expect(names(listDatasetChoices(few, { chosen: [], looked: 'sup' }))).toEqual(['Support']);
  expect(names(listDatasetChoices(few, { chosen: ['refunds'], looked: 'sup' }))).toEqual(['refunds', 'Support']);
});

test('a chosen dataset that is not there any more can be let go', () => {
  expect(listDatasetChoices(few, { chosen: ['gone'], looked: '' })[0]).toEqual({ name: 'gone' });
});

test('of many, the chosen ones stand first', () => {
  expect(names(listDatasetChoices(many, { chosen: ['d17'], looked: '' })).slice(0, 3)).toEqual(['d17', 'd0', 'd1']);
});
