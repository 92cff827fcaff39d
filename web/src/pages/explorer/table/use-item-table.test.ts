import { expect, test } from 'vitest';
import { itemSorts } from '../../../../../src/contract/item-query.ts';
import { toItemOrder, toSorting } from './use-item-table.ts';

test.each([
  [{}, [{ id: 'updated', desc: true }]],
  [{ sortOrder: 'asc' }, [{ id: 'updated', desc: false }]],
  [{ sortBy: 'id' }, [{ id: 'id', desc: false }]],
  [{ sortBy: 'id', sortOrder: 'desc' }, [{ id: 'id', desc: true }]],
  [{ sortBy: 'totalReferences' }, [{ id: 'references', desc: true }]],
] as const)('the order %j is that of a column, and back', (order, sorting) => {
  expect(toSorting(order)).toEqual(sorting);
  expect(toItemOrder(toSorting(order))).toEqual(order);
});

test('everything the server can order by has a column', () => {
  expect(itemSorts.filter((sortBy) => toSorting({ sortBy }).length === 0)).toEqual([]);
});

test('a column that cannot be sorted by leaves the order as it is without a word', () => {
  expect(toItemOrder([{ id: 'question', desc: true }])).toEqual({});
  expect(toItemOrder([])).toEqual({});
});
