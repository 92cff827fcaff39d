import type { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';
import type { CheckTools } from './checks/check.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';

/** One question to a grader. */
export interface GradeRequest {
  readonly grader: CaseGrader;
  readonly conversation: GradedConversation;
  /** null: the whole conversation is graded. */
  readonly reply: GradedReply | null;
}

/**
 * A grader that asks somebody: a judge, a rubric. What the world does to it is an `ungraded` verdict with its cause,
 * never an exception.
 */
export interface Grader {
  grade(request: GradeRequest): Promise<Verdict>;
}

/** What grading works with. One kit serves a whole run; judges differ from file to file, so each may have its own. */
export interface GraderKit extends CheckTools {
  /** Answers for `judge` and `rubric`. Absent: they are ungraded, `no-judge`. */
  readonly judge?: Grader;
  /** Id of the target that judges by default, as it was configured. */
  readonly judgeTarget?: string;
}
