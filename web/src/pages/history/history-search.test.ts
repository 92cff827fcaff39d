import { expect, test } from 'vitest';
import { checkHistorySearch } from './history-search.ts';

test.each<[Record<string, unknown>, object]>([
  [
    { from: 1, to: 3, view: 'whole' },
    { from: 1, to: 3, view: 'whole' },
  ],
  [
    { from: '2', to: '10' },
    { from: 2, to: 10 },
  ],
  [{ from: '1e3', to: -3, view: 'other', more: true }, {}],
  [{ to: 1.5 }, {}],
])('parses %j as %j', (search, expected) => {
  expect(checkHistorySearch(search)).toEqual(expected);
});
