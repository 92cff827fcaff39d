import { expect, test } from 'vitest';
import { listMostOpen } from './DatasetProgress.tsx';

const make = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `d${at}`, counts: { draft: at % 20, approved: 100 - at } }));

test('keeps the order of up to a dozen datasets', () => {
  expect(listMostOpen(make(12))).toEqual(make(12));
});

test('of more datasets, shows those with the most to review, and keeps the order of equal ones', () => {
  const names = listMostOpen(make(40)).map(({ name }) => name);
  expect(names).toEqual(['d19', 'd39', 'd18', 'd38', 'd17', 'd37', 'd16', 'd36', 'd15', 'd35', 'd14', 'd34']);
});
