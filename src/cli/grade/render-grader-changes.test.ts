import { describe, expect, it } from 'vitest';
import type { GraderChanges } from '../../report/collect/grader-changes.ts';
import { plainPalette } from '../../report/palette.ts';
import { renderGraderChanges } from './render-grader-changes.ts';

const none = { value: null, low: null, high: null, n: 0 };

function toChanges(grader: string, changes: Partial<GraderChanges & GraderChanges['metrics']> = {}): GraderChanges {
  const { rate = none, normalizedScore = rate, ungraded = {}, moves = [] } = changes;
  return { metrics: { grader, rate, normalizedScore, ungraded }, moves };
}

describe('renderGraderChanges', () => {
  it('shows what each grader said and what of it is new, the lowest rate first', () => {
    const changes = [
      toChanges('length', { rate: { value: 1, low: 0.5, high: 1, n: 4 } }),
      toChanges('old', { moves: [{ from: 'pass', count: 4 }] }),
      toChanges('tone\u001b', {
        rate: { value: 0.25, low: 0.1, high: 0.6, n: 1_004 },
        normalizedScore: { value: 0.5, low: 0.4, high: 0.6, n: 1_004 },
        ungraded: { unparseable: 2 },
        moves: [
          { from: 'ungraded', to: 'fail', count: 1_003 },
          { from: 'pass', to: 'fail', count: 2 },
          { to: 'pass', count: 1 },
          { to: 'fail', count: 1 },
        ],
      }),
    ];
    const lines = renderGraderChanges(changes, plainPalette);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['grader', 'pass rate', 'mean score', 'ungraded', 'changed'],
      [
        ...['tone␛', '25.0% (95% CI 10.0–60.0, n=1,004)', '0.50 (95% CI 0.40–0.60, n=1,004)', '2 unparseable'],
        '1,003 ungraded → fail, 2 pass → fail, new: 1 pass, 1 fail',
      ],
      ['length', '4/4', 'nothing'],
      ['old', 'graded nothing', 'removed: 4 pass'],
    ]);
  });

  it('leaves out columns without a word in them, and counts what is too much', () => {
    const rate = { value: 1, low: 0.5, high: 1, n: 4 };
    const lines = renderGraderChanges(
      Array.from({ length: 25 }, (_, index) => toChanges(`g${index}`, { rate })),
      plainPalette,
    );
    expect(lines[0]).toMatch(/^grader {2}pass rate +changed$/);
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('… 5 more: --html <file>');
  });
});
