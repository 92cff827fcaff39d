import { expect, test } from 'vitest';
import { listActiveFilters, toFilterText, withToggled } from './active-filters.ts';

const filter = { status: ['draft', 'skipped'], tags: ['a:b'], keyword: 'late' } as const;

test('each value that items have to fit is listed by itself', () => {
  const shown = listActiveFilters(filter).map(({ label, value }) => `${label} ${value}`);
  expect(shown).toEqual(['Text late', 'Status draft', 'Status skipped', 'With a:b']);
});

test('taking one away leaves the others', () => {
  const rests = listActiveFilters(filter).map(({ rest }) => rest);
  expect(rests).toEqual([
    { status: ['draft', 'skipped'], tags: ['a:b'] },
    { status: ['skipped'], tags: ['a:b'], keyword: 'late' },
    { status: ['draft'], tags: ['a:b'], keyword: 'late' },
    { status: ['draft', 'skipped'], keyword: 'late' },
  ]);
});

test('no filter: nothing is listed', () => {
  expect(listActiveFilters({})).toEqual([]);
});

test('a value is added, and taken away again', () => {
  const added = withToggled({}, 'dataset', 'support');
  expect(added).toEqual({ dataset: ['support'] });
  expect(withToggled(added, 'dataset', 'support')).toEqual({});
});

test('a status is written as everywhere else', () => {
  expect(toFilterText({ name: 'status', value: 'awaiting-adjudication' })).toBe('Needs adjudication');
  expect(toFilterText({ name: 'dataset', value: 'draft' })).toBe('draft');
});
