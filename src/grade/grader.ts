import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { Judgment } from '../conversation/judge/judgment.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';
import type { CheckResult, CheckTools } from './checks/check.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';

/** One question to a grader. */
export interface GradeRequest {
  readonly grader: CaseGrader;
  readonly conversation: GradedConversation;
  /** null: the whole conversation is graded. */
  readonly reply: GradedReply | null;
}

/** A verdict. If a judge gave it, also the request and the reply. */
export interface GradeResult {
  readonly verdict: Verdict;
  readonly judgment?: Judgment;
}

/**
 * A grader that asks a model: a judge or a rubric. Failures of the target give an `ungraded` verdict with a cause,
 * never an exception. It rejects only if the run is stopped, and then nothing is recorded.
 */
export interface Grader {
  grade(request: GradeRequest): Promise<GradeResult>;
}

/** What graders use. One kit serves one eval file, because decks, programs and judges differ between files. */
export interface GraderKit extends CheckTools {
  readonly clock: Clock;
  /** Grades `judge` and `rubric`. Absent: they are ungraded with `no-judge`. */
  readonly judge?: Grader;
  /** Ids of the judge targets that these graders use. */
  readonly judgesOf?: (graders: readonly CaseGrader[]) => readonly string[];
  /** Id of the default judge target. */
  readonly judgeTarget?: string;
}

/** How a score becomes a pass. The grader's own `threshold` overrides this one. */
export interface Marking {
  readonly scale: Pick<Scale, 'min' | 'max'>;
  readonly threshold: number;
}

/** Converts the result of a grader to its verdict. `not` inverts only `pass`. The scores stay as measured. */
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

/** A missing deck or file affects one grader. A failing store, or a bug, affects the whole run and is thrown. */
export function toFaultResult(error: unknown): CheckResult {
  if (!(error instanceof Fault) || error.code.startsWith('STORE_')) throw error;
  return { cause: 'not-applicable', reason: error.message };
}
