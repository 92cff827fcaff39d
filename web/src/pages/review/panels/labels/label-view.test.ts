import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../../../src/conversation/label.ts';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { findRevision, toLabelView } from './label-view.ts';

const toLabel = (id: string, rater: string, turnIndex: number | null = 1, question = 'overall'): Label => ({
  id,
  subject: { dataset: 'd', item: 'a', revision: 2, turnIndex },
  question,
  rater,
  score: 1,
  reason: '',
  blind: false,
  inclusionProbability: null,
  at: '2026-01-05T09:00:00.000Z',
});

const labels = [
  toLabel('1', 'ada'),
  toLabel('2', 'ben'),
  toLabel('3', 'ada'),
  toLabel('4', 'ben'),
  toLabel('5', 'eve'),
  toLabel('6', 'ada', null),
  toLabel('7', 'ada', 1, 'tone.deck.md'),
];
const place = { turnIndex: 1, question: 'overall' };

describe('toLabelView', () => {
  it('has all of mine, and the newest of each other person, of one place and question', () => {
    const view = toLabelView({ labels, pending: [], me: 'ada' }, place);
    expect(view.mine.map(({ id }) => id)).toEqual(['3', '1']);
    expect(view.others.map(({ id }) => id)).toEqual(['5', '4']);
    expect(view.pending).toBeUndefined();
  });

  it('has the one that is on its way', () => {
    const label = { dataset: 'd', id: 'a', turnIndex: 1, question: 'overall', score: 3, reason: '', blind: true };
    const pending: PendingLabel = { once: 'x', label, dueAt: 0, state: { kind: 'grace' } };
    expect(toLabelView({ labels, pending: [pending], me: 'ada' }, place).pending).toBe(pending);
    expect(
      toLabelView({ labels, pending: [pending], me: 'ada' }, { ...place, turnIndex: null }).pending,
    ).toBeUndefined();
  });
});

describe('findRevision', () => {
  it('is there for labels of items', () => {
    expect(findRevision(toLabel('1', 'ada'))).toBe(2);
  });
});
