import { describe, expect, it } from 'vitest';
import type { Verdict } from '../verdict.ts';
import { findFirstReason, renderVerdictScore } from './first-reason.ts';

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
  ])('reports %s', (_what, reasons, told) => {
    expect(findFirstReason(reasons)).toBe(told);
  });
});

const subject = { grader: 'judge-1', turnIndex: 1 };
const judged = { at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash: 'h' };

function toGraded(score: number, scale?: { min: number; max: number; pass?: number }): Verdict {
  const provenance = scale === undefined ? {} : { provenance: { ...judged, scale } };
  return { ...subject, status: 'graded', score, normalizedScore: 0.5, pass: false, reason: 'No.', ...provenance };
}

describe('renderVerdictScore', () => {
  it.each<[string, Verdict, string]>([
    ['0 of a judge, with its scale', toGraded(0, { min: -3, max: 3, pass: 2 }), ' 0 (−3…3, passing score 2)'],
    ['a score below 0', toGraded(-1.25, { min: -3, max: 3, pass: -1 }), ' −1.25 (−3…3, passing score −1)'],
    ['no bound where less is better', toGraded(1, { min: 0, max: 1 }), ' 1 (0…1)'],
    ['what a check found in part', toGraded(2 / 3), ' (0.6667)'],
    ['nothing of a check that is all or nothing', toGraded(0), ''],
    ['nothing where there is none', { ...subject, status: 'ungraded', cause: 'timeout', provenance: judged }, ''],
  ])('renders %s', (_what, verdict, text) => {
    expect(renderVerdictScore(verdict)).toBe(text);
  });
});
