import { describe, expect, it } from 'vitest';
import type { Verdict } from './verdict.ts';
import { renderVerdictScore } from './verdict-score.ts';

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
  ])('says %s', (_what, verdict, text) => {
    expect(renderVerdictScore(verdict)).toBe(text);
  });
});
