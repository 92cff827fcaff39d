import type { Scale } from '../conversation/judge/deck.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';
import type { CheckResult } from './checks/check.ts';

/** How a score becomes a pass. A `threshold` of the grader itself goes before this one. */
export interface Marking {
  readonly scale: Pick<Scale, 'min' | 'max'>;
  readonly threshold: number;
}

/** What a grader found as its verdict. `not` flips the pass alone: score and normalizedScore say what was measured. */
export function toVerdict(
  subject: { readonly grader: CaseGrader; readonly turnIndex: number | null },
  result: CheckResult,
  marking: Marking,
): Verdict {
  const { grader, turnIndex } = subject;
  if ('cause' in result) {
    return { grader: grader.id, turnIndex, status: 'ungraded', ...result };
  }
  const { score, evidence } = result;
  const { min, max } = marking.scale;
  const { not = false, threshold = marking.threshold, weight } = grader.spec;
  const isReached = result.pass ?? score >= threshold;
  const pass = isReached !== not;
  return {
    grader: grader.id,
    turnIndex,
    status: 'graded',
    score,
    normalizedScore: (score - min) / (max - min),
    pass,
    reason: not && !pass ? `Not allowed: ${result.reason}` : result.reason,
    ...(not ? { not } : {}),
    ...(weight === undefined ? {} : { weight }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}
