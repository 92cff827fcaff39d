import { describe, expect, it } from 'vitest';
import { nothingLeft, warnUngradable } from './ungradable-cases.ts';

describe('cases that are not graded again', () => {
  it('are listed with a few ids, and the first turn that differs', () => {
    const missing = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(warnUngradable({ missing, changed: new Map([['x', 2]]) })).toMatchObject([
      { severity: 'warning', message: '7 cases are no longer in the files: a, b, c, d, e and 2 more.' },
      { severity: 'warning', message: '1 case is different from what was played: x (turn 3).' },
    ]);
  });

  it('give no warning if there are none', () => {
    expect(warnUngradable({ missing: [], changed: new Map() })).toEqual([]);
  });

  it('are the reason if nothing is left to grade', () => {
    expect(nothingLeft('r1', { missing: ['a'], changed: new Map() }).problems).toMatchObject([
      {
        code: 'GRADE_NOTHING',
        message: 'Run r1 has nothing to re-grade. 1 case is no longer in the files: a.',
      },
    ]);
  });
});
