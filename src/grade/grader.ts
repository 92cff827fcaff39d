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

/** A verdict, with what was asked and said where a judge gave it. */
export interface GradeResult {
  readonly verdict: Verdict;
  readonly judgment?: Judgment;
}

/**
 * A grader that asks somebody: a judge, a rubric. What the world does to it is an `ungraded` verdict with its cause,
 * never an exception; it rejects only when the run itself is stopped, and then nothing is to be recorded.
 */
export interface Grader {
  grade(request: GradeRequest): Promise<GradeResult>;
}

/** What grading works with. One kit serves an eval file: decks, scripts and the judge differ from file to file. */
export interface GraderKit extends CheckTools {
  readonly clock: Clock;
  /** Answers for `judge` and `rubric`. Absent: they are ungraded, `no-judge`. */
  readonly judge?: Grader;
  /** Ids of the targets that these graders ask, as far as they are judges. */
  readonly judgesOf?: (graders: readonly CaseGrader[]) => readonly string[];
  /** Id of the target that judges by default, as it was configured. */
  readonly judgeTarget?: string;
}

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

/** A deck or file that is gone concerns one grader. A store that fails concerns the whole run, and so does a bug of ours. */
export function toFaultResult(error: unknown): CheckResult {
  if (!(error instanceof Fault) || error.code.startsWith('STORE_')) throw error;
  return { cause: 'not-applicable', reason: error.message };
}
