import { describe, expect, it } from 'vitest';
import type { GraderChanges } from '../../report/collect/grader-changes.ts';
import { plainPalette } from '../../report/palette.ts';
import { renderGraderChanges, renderStatusChanges } from './render-changes.ts';

const changed = { run: 'r1', grading: 2, base: 0, conversations: 120, storeOption: '' };

describe('renderStatusChanges', () => {
  it('says which way cases went, and how to look at both sides', () => {
    const groups = [
      { from: 'fail', to: 'pass', count: 12, ids: ['a b', 'c', 'd', 'e', 'f'] },
      { from: 'pass', to: 'ungraded', count: 1, ids: ['\u001bx'] },
    ] as const;
    const text = renderStatusChanges({ count: 13, groups }, { ...changed, storeOption: ' --db x.db' });
    expect(text.split('\n')).toEqual([
      'Grading 2 changed the status of 13 of 120 conversations, compared with the original verdicts:',
      '  12  fail → pass      a b, c, d, e, f, …',
      expect.stringMatching(/^ {3}1 {2}pass → ungraded {2}\S+x$/),
      '',
      "Now:    turnwise show run:r1 --case 'a b' --db x.db",
      "Before: turnwise show run:r1 --case 'a b' --db x.db --grading 0",
      '',
    ]);
    expect(text).not.toContain('\u001b');
  });

  it('says so when nothing changed', () => {
    expect(renderStatusChanges({ count: 0, groups: [] }, { ...changed, base: 1, conversations: 1 })).toBe(
      'Grading 2 changed no statuses, compared with grading 1 (1 conversation).\n',
    );
  });
});

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
