import { expect, test } from 'vitest';
import { foldTurns } from './ItemDiffView.tsx';

test('folds consecutive unchanged turns into one stretch', () => {
  const stretches = foldTurns([
    { kind: 'same', id: 'a' },
    { kind: 'same', id: 'b' },
    { kind: 'changed', id: 'c' },
    { kind: 'same', id: 'd' },
  ]);
  expect(stretches.map((stretch) => (stretch.kind === 'same' ? stretch.turns.length : stretch.change.id))).toEqual([
    2,
    'c',
    1,
  ]);
});
