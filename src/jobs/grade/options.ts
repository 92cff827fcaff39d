import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import type { Spent } from '../../job/budget.ts';
import type { OptionNames } from '../../job/option-names.ts';

/** How to re-grade the recorded replies of a run. Every option is optional: by default every grader is used. */
export interface GradeRunOptions {
  /** Ids or kinds of graders, or deck files from `cwd`. All other graders keep their verdicts. Default: every grader. */
  readonly graders?: readonly string[];
  /** What the decks among `graders` grade. Default: the last reply, or the conversation if the deck sees all of it. */
  readonly when?: 'last' | 'all' | 'conversation';
  /** Default target for LLM judges. Default: the one of the run, then the one in the files. */
  readonly judge?: string;

  /** Maximum concurrent calls. Default: 10. */
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  readonly budgetUsd?: number;
  readonly maxCalls?: number;
  /** false: the response cache is neither read nor written. */
  readonly cache?: boolean;
  /** Cassette file to record every call to, for a `replay` target. */
  readonly record?: string;

  /** true: a judge without a trusted, up-to-date certificate is a fault before any call. */
  readonly requireCertified?: boolean;
  /** true: `requireCertified` does not apply to `outcome` and `rubric` graders. */
  readonly exemptRubric?: boolean;

  /** Database file. Default: .turnwise/turnwise.db in the project. */
  readonly db?: string;
  /** Abort it to stop the grading as one Ctrl-C does. You can resume it. */
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** By which a call is checked. */
export const gradeRunOptionNames = {
  graders: true,
  when: true,
  judge: true,
  concurrency: true,
  timeoutSeconds: true,
  budgetUsd: true,
  maxCalls: true,
  cache: true,
  record: true,
  requireCertified: true,
  exemptRubric: true,
  db: true,
  signal: true,
  cwd: true,
  env: true,
} as const satisfies OptionNames<GradeRunOptions>;

/** Judges are asked a second time about what they have graded, to measure them. It is recorded, and never counts. */
export interface AskedAgain {
  /** The conversations that are judged again. */
  readonly isChosen: (start: ConversationStart) => boolean;
  /** What the run itself took just now: bounds hold for both together. */
  readonly spent?: Spent;
}

export interface GradeSessionRequest extends GradeRunOptions {
  /** A file of the project that has the run; default: the project around `cwd`. */
  readonly file?: string;
  readonly again?: AskedAgain;
}
