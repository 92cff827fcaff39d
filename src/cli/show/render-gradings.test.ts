import { describe, expect, it } from 'vitest';
import { noCounts } from '../../conversation/run/run-record.ts';
import type { GradingRecord } from '../../conversation/run/run-spec.ts';
import { toPalette } from '../paint.ts';
import { renderGradings } from './render-gradings.ts';

const startedAt = '2026-11-16T05:00:00.000Z';
const played = { startedAt, counts: { ...noCounts, pass: 1200, fail: 1 } };

function toGrading(number: number, changes: Partial<GradingRecord> = {}): GradingRecord {
  return { number, startedAt, endedAt: startedAt, spec: { hash: 'h' }, counts: { ...noCounts, pass: 1 }, ...changes };
}

describe('renderGradings', () => {
  it('lists the graders of each grading, and marks the one shown', () => {
    const graders = ['a', 'b', 'c', 'd', 'none'];
    const gradings = [
      toGrading(1, { spec: { hash: 'h', graders, decks: ['tone.deck.md'], judge: 'gpt' } }),
      toGrading(2),
      { number: 3, startedAt, spec: { hash: 'h' }, counts: noCounts },
    ];
    expect(renderGradings(played, { gradings, shown: 2 }, toPalette(false)).split('\n')).toEqual([
      'Gradings:',
      '     0  2026-11-16 05:00  original                                    1,200 pass, 1 fail',
      '     1  2026-11-16 05:00  a, b, c +1 · with tone.deck.md · judge gpt  1 pass',
      '  →  2  2026-11-16 05:00  every grader                                1 pass',
      '     3  2026-11-16 05:00  every grader · stopped',
      '',
    ]);
  });

  it('prints nothing for a run without later gradings', () => {
    expect(renderGradings(played, { gradings: [], shown: 0 }, toPalette(false))).toBe('');
  });
});
