import { expect, test } from 'vitest';
import { listActiveFilters, toFilterText, withToggled } from './active-filters.ts';

const filter = { status: ['draft', 'skipped'], tags: ['a:b'], keyword: 'late' } as const;

test('lists each filter value separately', () => {
  const shown = listActiveFilters(filter).map(({ label, value }) => `${label} ${value}`);
  expect(shown).toEqual(['Text late', 'Status draft', 'Status skipped', 'With a:b']);
});

test('removes one value and keeps the others', () => {
  const rests = listActiveFilters(filter).map(({ rest }) => rest);
  expect(rests).toEqual([
    { status: ['draft', 'skipped'], tags: ['a:b'] },
    { status: ['skipped'], tags: ['a:b'], keyword: 'late' },
    { status: ['draft'], tags: ['a:b'], keyword: 'late' },
    { status: ['draft', 'skipped'], keyword: 'late' },
  ]);
});

test('lists nothing without a filter', () => {
  expect(listActiveFilters({})).toEqual([]);
});

test('adds a value, and removes it when toggled again', () => {
  const added = withToggled({}, 'dataset', 'support');
  expect(added).toEqual({ dataset: ['support'] });
  expect(withToggled(added, 'dataset', 'support')).toEqual({});
});

test('shows a status in the same words as everywhere', () => {
  expect(toFilterText({ name: 'status', value: 'awaiting-adjudication' })).toBe('Needs adjudication');
  expect(toFilterText({ name: 'dataset', value: 'draft' })).toBe('draft');
});
