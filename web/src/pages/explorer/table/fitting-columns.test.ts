import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnIds, firstColumns } from '../address/column-ids.ts';
import { listFittingColumns, toLeastWidth, toTracks } from './fitting-columns.ts';

test('next to a preview, drops the last columns that do not fit', () => {
  // 2 padding + 13 question + 7 status = 22. The ID would need 6.25 more.
  expect(listFittingColumns(firstColumns, 23)).toEqual(['status', 'question']);
  expect(listFittingColumns(firstColumns, 200)).toEqual(firstColumns);
});

test('always keeps the question, and the order of the columns', () => {
  const columns = fc
    .shuffledSubarray(columnIds.filter((id) => id !== 'question'))
    .map((ids) => [...ids, 'question' as const]);
  fc.assert(
    fc.property(columns, fc.integer({ min: 0, max: 120 }), (chosen, width) => {
      const shown = listFittingColumns(chosen, width);
      expect(shown).toContain('question');
      expect(toLeastWidth(shown)).toBeLessThanOrEqual(Math.max(width, toLeastWidth(['question'])));
      expect(chosen.filter((id) => shown.includes(id))).toEqual(shown);
    }),
  );
});

test('gives every column a track', () => {
  expect(toTracks(['status', 'question'])).toBe('6.25rem minmax(13rem, 2fr)');
});
