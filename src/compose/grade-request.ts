import type { Spent } from '../run/budget.ts';
import type { ConversationStart } from '../store/port.ts';
import type { OptionNames } from './check-option-names.ts';

/** How the stored replies of a run are graded again. Nothing is needed: everything is graded anew. */
export interface GradeRunOptions {
  /** Ids or kinds of graders, or deck files from `cwd`; all other graders keep their verdicts. Default: every grader. */
  readonly graders?: readonly string[];
  /** What the decks among `graders` speak of. Default: the last reply, or the conversation when the deck sees it whole. */
  readonly when?: 'last' | 'all' | 'conversation';
  /** Id of the target that judges ask; default: as the run was told, then as the files say. */
  readonly judge?: string;

  /** Most calls at once. Default: 10. */
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  readonly budgetUsd?: number;
  readonly maxCalls?: number;
  /** false: replies of judges are neither taken from the cache nor kept there. */
  readonly cache?: boolean;
  /** File that every call is written to, for a `replay` target. */
  readonly record?: string;

  /** true: a judge whose certificate is not trusted, or does not fit, is a fault before anybody is asked. */
  readonly requireCertified?: boolean;
  /** true: `requireCertified` does not speak of `outcome` and `rubric`, which follow the bundled deck. */
  readonly exemptRubric?: boolean;

  /** Database file. Default: .turnwise/turnwise.db of the project. */
  readonly db?: string;
  /** Aborted: the grading stops as with one Ctrl-C, and can be gone on with. */
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
