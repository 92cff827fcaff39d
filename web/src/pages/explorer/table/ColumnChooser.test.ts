import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnIds } from '../address/column-ids.ts';
import { withColumnMoved, withColumnToggled } from './ColumnChooser.tsx';

test('adds a column at the end, and removes it again', () => {
  expect(withColumnToggled(['id', 'question'], 'by')).toEqual(['id', 'question', 'by']);
  expect(withColumnToggled(['id', 'question'], 'id')).toEqual(['question']);
});

test('never removes the question', () => {
  expect(withColumnToggled(['id', 'question'], 'question')).toEqual(['id', 'question']);
});

test('moving a column and moving it back restores the order, except at the edge', () => {
  const columns = fc.shuffledSubarray([...columnIds], { minLength: 2 });
  fc.assert(
    fc.property(columns, fc.nat(), (chosen, pick) => {
      const id = chosen[pick % chosen.length] ?? 'id';
      const isLast = chosen.at(-1) === id;
      const moved = withColumnMoved(chosen, id, 1);
      expect([...moved].sort()).toEqual([...chosen].sort());
      expect(isLast ? moved : withColumnMoved(moved, id, -1)).toEqual(chosen);
    }),
  );
});
