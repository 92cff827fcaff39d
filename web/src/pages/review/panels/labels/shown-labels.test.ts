import { describe, expect, it } from 'vitest';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { toShownLabels } from './shown-labels.ts';

const toPending = (turnIndex: number | null, turnId?: string): PendingLabel => ({
  once: 'x',
  label: { dataset: 'd', id: 'a', turnIndex, turnId, question: 'overall', score: 1, reason: '', blind: true },
  dueAt: 0,
  state: { kind: 'grace' },
});
const turns = [{ id: 'inserted' }, { id: 'question' }, { id: 'answer' }];

describe('toShownLabels', () => {
  it('shows a label at the current index of its turn', () => {
    expect(toShownLabels([toPending(1, 'answer')], turns)[0]?.label.turnIndex).toBe(2);
  });

  it('does not move labels that are in place, of the whole conversation, or without a turn id', () => {
    const pending = [toPending(2, 'answer'), toPending(null), toPending(0)];
    for (const [index, shown] of toShownLabels(pending, turns).entries()) expect(shown).toBe(pending[index]);
  });

  it('leaves out what has no turn on the screen', () => {
    expect(toShownLabels([toPending(1, 'deleted')], turns)).toEqual([]);
  });
});
