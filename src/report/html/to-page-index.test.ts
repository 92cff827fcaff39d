import { describe, expect, it } from 'vitest';
import { toReportCase } from '../../../test/support/report-cases.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { toPageIndex } from './to-page-index.ts';

const plain = toReportCase(2);

function graded(grader: string, turnIndex: number | null, pass: boolean): Verdict {
  return { grader, turnIndex, status: 'graded', score: Number(pass), normalizedScore: Number(pass), pass, reason: '' };
}

describe('the index of a chunk', () => {
  it('says every name once, and rows by the place of the name', () => {
    const { names, rows } = toPageIndex([plain, toReportCase(4)]);
    expect(names).toEqual(['refunds', 'careful', 'question', 'script', 'short', 'contains', 'tone', 'billing']);
    // Latency: 4 × 300 + 4 × (2 × 37) + (0 + 1 + 2 + 3) × 211 = 1200 + 296 + 1266 = 2762. Cost: 0.0004 × (1 + 2 + 3 + 4).
    expect(rows[0]).toEqual(['case-00002', 0, 0, 1, 2, 3, 0, [4], [5, 0, 6, 0], -1, 0.925, 2762, 0.004]);
    expect(rows[1]?.[7]).toEqual([7]);
  });

  it('knows the first turn that failed', () => {
    const verdicts = [graded('a', 1, true), graded('a', 3, false), graded('a', 5, false)];
    expect(toPageIndex([{ ...plain, verdicts }]).rows[0]?.[9]).toBe(3);
    expect(toPageIndex([{ ...plain, verdicts: [graded('a', null, false)] }]).rows[0]?.[9]).toBe(-1);
  });

  it('keeps the worst that each grader said: a failure before no verdict before a pass', () => {
    const open: Verdict = { grader: 'a', turnIndex: 3, status: 'ungraded', cause: 'timeout' };
    const marks = (...verdicts: Verdict[]) => toPageIndex([{ ...plain, verdicts }]).rows[0]?.[8]?.[1];
    expect(marks(graded('a', 1, true), open)).toBe(2);
    expect(marks(open, graded('a', 1, true))).toBe(2);
    expect(marks(graded('a', 1, false), open)).toBe(1);
    expect(marks(open, graded('a', 1, false))).toBe(1);
  });

  it('marks what is not at its end, and keeps a score that there is none of as null', () => {
    const { end: _, ...begun } = plain;
    const [row] = toPageIndex([begun]).rows;
    expect([row?.[1], row?.[10]]).toEqual([5, null]);
  });
});
