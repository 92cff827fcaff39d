import { expect, test } from 'vitest';
import { listDatasetChoices } from './DatasetFilter.tsx';

const few = [
  { name: 'refunds', counts: { draft: 4, approved: 2, deleted: 9 } },
  { name: 'Support', counts: {} },
];
const many = Array.from({ length: 20 }, (_, at) => ({ name: `d${at}`, counts: {} }));
const names = (choices: readonly { readonly name: string }[]) => choices.map(({ name }) => name);

test('lists datasets with their item counts, without deleted items', () => {
  expect(listDatasetChoices(few, { chosen: ['Support'], search: '' })).toEqual([
    { name: 'refunds', count: 6 },
    { name: 'Support', count: 0 },
  ]);
});

test('finds a dataset by part of its name, and keeps chosen ones', () => {
  expect(names(listDatasetChoices(few, { chosen: [], search: 'sup' }))).toEqual(['Support']);
  expect(names(listDatasetChoices(few, { chosen: ['refunds'], search: 'sup' }))).toEqual(['refunds', 'Support']);
});

test('keeps a chosen dataset that no longer exists, so that you can clear it', () => {
  expect(listDatasetChoices(few, { chosen: ['gone'], search: '' })[0]).toEqual({ name: 'gone' });
});

test('puts chosen datasets first in a long list', () => {
  expect(names(listDatasetChoices(many, { chosen: ['d17'], search: '' })).slice(0, 3)).toEqual(['d17', 'd0', 'd1']);
});
