import { describe, expect, it } from 'vitest';
import { nothingLeft, warnUngradable } from './ungradable-cases.ts';

describe('cases that are not graded again', () => {
  it('are told with a few of their ids, and the turn that differs', () => {
    const gone = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(warnUngradable({ gone, changed: new Map([['x', 2]]) })).toMatchObject([
      { severity: 'warning', message: '7 cases are no longer in the files: a, b, c, d, e and 2 more.' },
      { severity: 'warning', message: '1 case is different from what was played: x (turn 3).' },
    ]);
  });

  it('are not spoken of when there are none', () => {
    expect(warnUngradable({ gone: [], changed: new Map() })).toEqual([]);
  });

  it('are why nothing can be graded, when there are no others', () => {
    expect(nothingLeft('r1', { gone: ['a'], changed: new Map() }).problems).toMatchObject([
      {
        code: 'GRADE_NOTHING',
        message: 'Run r1 has nothing to re-grade. 1 case is no longer in the files: a.',
      },
    ]);
  });
});
