import { describe, expect, it } from 'vitest';
import { renderStatusChanges } from './render-changes.ts';

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
