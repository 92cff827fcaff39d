import type { Clock } from '../base/clock.ts';
import type { Judgment } from '../conversation/judge/judgment.ts';
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
