import { expect, it } from 'vitest';
import { itemSorts } from '../../../../../src/contract/item-query.ts';
import { findOrder, orderChoices, toOrderValue } from './SortChoice.tsx';
import { toItemOrder, toSorting } from './use-item-table.ts';

it('offers both directions of every order the server supports', () => {
  const values = itemSorts.flatMap((sortBy) => [`${sortBy} asc`, `${sortBy} desc`]);
  expect(orderChoices.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
});

it.each(orderChoices)('sorts by "$label" like the header of its column', ({ value, order }) => {
  expect(toOrderValue(order)).toBe(value);
  expect(findOrder(value)).toEqual(order);
  expect(toItemOrder(toSorting(order))).toEqual(order);
});

it('finds no order for an unknown name', () => {
  expect(findOrder('question asc')).toBeUndefined();
});
