import { expect, test } from 'vitest';
import { ApiFault } from '../../../data/api-fault.ts';
import { findFilterProblem, listTurnTagHints, toCountText } from './use-item-rows.ts';

test.each([
  [{ status: 'ready', total: 1, isOld: false }, '1 conversation'],
  [{ status: 'ready', total: 100_000, isOld: false }, '100,000 conversations'],
  [{ status: 'ready', total: 3, isOld: true }, ''],
  [{ status: 'loading', total: 0, isOld: false }, ''],
] as const)('shows the number of items of %j', (list, text) => {
  expect(toCountText(list)).toBe(text);
});

const refused = new ApiFault({
  ...{ type: 'about:blank', title: 'Bad', status: 422, code: 'REQUEST_INVALID', detail: 'Bad query.' },
  problems: [
    { path: 'keyword', code: 'x', message: 'Too long.' },
    { path: 'tags[1]', code: 'x', message: 'Expected a tag.' },
  ],
});

test('assigns a refusal to the filter it is about', () => {
  expect(findFilterProblem(refused, 'keyword')).toBe('Too long.');
  expect(findFilterProblem(refused, 'tags')).toBe('Expected a tag.');
  expect(findFilterProblem(refused, 'itemId')).toBeUndefined();
  expect(findFilterProblem(new Error('x'), 'keyword')).toBeUndefined();
});

test('suggests the turn tags of loaded rows, most frequent first', () => {
  const rows = [{ turnTags: ['b'] }, { turnTags: ['a', 'c'] }, { turnTags: ['c'] }];
  expect(listTurnTagHints(rows)).toEqual(['c', 'a', 'b']);
});
