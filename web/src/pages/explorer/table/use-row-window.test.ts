import { expect, test } from 'vitest';
import { countPendingRows, withKept } from './use-row-window.ts';

test.each([
  ['nothing more to load', { more: 'none', total: 250, loaded: 250 }, 0],
  ['a page and more to come', { more: 'waiting', total: 250, loaded: 100 }, 100],
  ['the rest of the last page', { more: 'loading', total: 250, loaded: 200 }, 50],
  ['items added after they were counted', { more: 'waiting', total: 200, loaded: 200 }, 1],
  ['a page that failed to load', { more: 'fault', total: 250, loaded: 100 }, 1],
] as const)('counts the lines below the loaded rows: %s', (_, state, lines) => {
  expect(countPendingRows(state)).toBe(lines);
});

test('keeps the focused row, in its place', () => {
  expect(withKept([5, 6], 2, 10)).toEqual([2, 5, 6]);
  expect(withKept([5, 6], 9, 10)).toEqual([5, 6, 9]);
  expect(withKept([5, 6], 6, 10)).toEqual([5, 6]);
});

test('does not keep a row that is no longer in the list', () => {
  expect(withKept([0, 1], 7, 2)).toEqual([0, 1]);
  expect(withKept([0, 1], undefined, 2)).toEqual([0, 1]);
});
