import { expect, test } from 'vitest';
import { itemSorts } from '../../../../../src/contract/item-query.ts';
import { toItemOrder, toSorting } from './use-item-table.ts';

test.each([
  [{}, [{ id: 'updated', desc: true }]],
  [{ sortOrder: 'asc' }, [{ id: 'updated', desc: false }]],
  [{ sortBy: 'id' }, [{ id: 'id', desc: false }]],
  [{ sortBy: 'id', sortOrder: 'desc' }, [{ id: 'id', desc: true }]],
  [{ sortBy: 'totalReferences' }, [{ id: 'references', desc: true }]],
] as const)('converts the order %j to a column sort and back', (order, sorting) => {
  expect(toSorting(order)).toEqual(sorting);
  expect(toItemOrder(toSorting(order))).toEqual(order);
});

test('has a column for every order the server supports', () => {
  expect(itemSorts.filter((sortBy) => toSorting({ sortBy }).length === 0)).toEqual([]);
});

test('sorting by an unsortable column keeps the default order', () => {
  expect(toItemOrder([{ id: 'question', desc: true }])).toEqual({});
  expect(toItemOrder([])).toEqual({});
});
