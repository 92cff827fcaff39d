import { UngradedCause } from '../../conversation/verdict.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { ReportedJudge } from './calibration-report.ts';

const longestReason = 160;

/** Why samples got no score: how often, and what was said the first time. */
export interface CountedCause {
  readonly cause: UngradedCause;
  readonly count: number;
  readonly reason?: string;
}

/** The commonest first. */
export function listCauses({ calibration, rows }: ReportedJudge): readonly CountedCause[] {
  return UngradedCause.options
    .map((cause): CountedCause => {
      const count = calibration.ungraded[cause] ?? 0;
      const reason = rows.find((row) => row.judge === null && row.cause === cause && row.judgeReason)?.judgeReason;
      return reason === undefined ? { cause, count } : { cause, count, reason };
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}

/** Somebody else's words, on one line. */
export function quoteReason(reason: string): string {
  return `"${cutLine(toLine(reason).trim(), longestReason)}"`;
}
