import { describe, expect, it } from 'vitest';
import { listFailures } from './FailedReply.tsx';

describe('listFailures', () => {
  it('lists what failed, without the number of the turn, and leaves out what it cannot read', () => {
    const verdicts = [
      { grader: 'turn-3/contains-1', pass: false, reason: 'No 7755.' },
      { grader: 'tone', pass: true, reason: 'Kind.' },
      { grader: 'judge', status: 'ungraded', cause: 'no-judge' },
      { anything: 'else' },
    ];
    expect(listFailures({ verdicts })).toEqual([{ grader: 'contains-1', reason: 'No 7755.' }]);
  });
});
