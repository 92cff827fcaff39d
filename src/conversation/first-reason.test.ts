import { describe, expect, it } from 'vitest';
import { findFirstReason } from './first-reason.ts';
import type { Verdict } from './verdict.ts';

const failed: Verdict = {
  grader: 'g',
  turnIndex: 3,
  status: 'graded',
  score: 0,
  normalizedScore: 0,
  pass: false,
  reason: 'No.',
};
const open: Verdict = { grader: 'g', turnIndex: null, status: 'ungraded', cause: 'timeout' };
const error = { cause: 'timeout', message: 'Too slow.', turnIndex: 1 } as const;

describe('findFirstReason', () => {
  it.each([
    ['nothing wrong', {}, undefined],
    ['what broke, before any verdict', { error, verdict: failed }, 'turn 2, timeout: Too slow.'],
    ['why it was skipped', { reason: 'The budget is spent' }, 'The budget is spent'],
    ['a verdict on a turn', { verdict: failed }, 'turn 4, g: No.'],
    ['one turn, not two', { verdict: { ...failed, grader: 'turn-4/contains-1' } }, 'turn 4, contains-1: No.'],
    [
      'the line that a verdict without a turn is about',
      { verdict: { ...failed, turnIndex: null, grader: 'turn-1/tone' } },
      'turn-1/tone: No.',
    ],
    [
      'the score of a judge with its scale',
      { verdict: { ...failed, provenance: { at: '', kind: 'judge', hash: '', scale: { min: -3, max: 3, pass: 2 } } } },
      'turn 4, g 0 (−3…3, passing score 2): No.',
    ],
    ['a cause where no reason is given', { verdict: open }, 'g: timeout'],
    ['the reason of one that could not be given', { verdict: { ...open, reason: 'Slow.' } }, 'g: Slow.'],
  ])('tells %s', (_what, reasons, told) => {
    expect(findFirstReason(reasons)).toBe(told);
  });
});
