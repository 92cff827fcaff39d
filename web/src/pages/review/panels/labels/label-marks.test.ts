import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../../../src/conversation/label.ts';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { toLabelMarks } from './label-marks.ts';

const toLabel = (rater: string, turnIndex: number | null, score: number): Label => ({
  id: 'x',
  subject: { dataset: 'd', item: 'a', revision: 2, turnIndex },
  question: 'overall',
  rater,
  score,
  reason: '',
  blind: false,
  inclusionProbability: null,
  at: '2026-01-05T09:00:00.000Z',
});
const toPending = (score: number, kind: 'grace' | 'refused'): PendingLabel => ({
  once: 'x',
  label: { dataset: 'd', id: 'a', turnIndex: 1, question: 'overall', score, reason: '', blind: true },
  dueAt: 0,
  state: kind === 'grace' ? { kind } : { kind, error: undefined },
});
const overall = { question: 'overall', title: 'Overall', min: -3, max: 3, step: 1, text: '' };
const labels = [toLabel('ada', 1, -2), toLabel('ada', 1, 2), toLabel('ben', 1, 0), toLabel('ada', null, 0)];

describe('toLabelMarks', () => {
  it('has my latest score of each place, and whether it passes', () => {
    const marks = toLabelMarks({ labels, pending: [], me: 'ada' }, [overall]);
    expect(marks.map(({ turnIndex, text, passes }) => [turnIndex, text, passes])).toEqual([
      [1, '+2', true],
      [null, '0', false],
    ]);
  });

  it('has the score that is on its way instead, unless the server refused it', () => {
    const sent = toLabelMarks({ labels, pending: [toPending(3, 'grace')], me: 'ada' }, [overall]);
    expect(sent[0]).toMatchObject({ score: 3, isPending: true });
    const refused = toLabelMarks({ labels, pending: [toPending(3, 'refused')], me: 'ada' }, [overall]);
    expect(refused[0]).toMatchObject({ score: 2, isPending: false });
  });

  it('shows scores of a removed deck unchanged', () => {
    const [mark] = toLabelMarks({ labels, pending: [], me: 'ada' }, []);
    expect(mark).toMatchObject({ title: 'overall', text: '2', passes: undefined });
  });
});
