import type { Send } from '../conversation/target-spec.ts';
import type { OptionNames } from './check-option-names.ts';

/** What to run, and how. Nothing is needed: without `files` or `resume` it is the project's evals. */
export interface RunEvalOptions {
  /** Eval files or folders, from `cwd`. Default: the evals of the project around `cwd`. */
  readonly files?: readonly string[];
  /** Ids of targets; default: those the files name. */
  readonly targets?: readonly string[];
  /** What models are sent; several: a variant each. Default: as each target says, else messages. */
  readonly send?: readonly Send[];
  readonly cases?: readonly string[];
  readonly tags?: readonly string[];
  readonly limit?: number;
  readonly repeat?: number;
  readonly seed?: number;
  /** Id of the target that judges ask; default: as the files say. */
  readonly judge?: string;

  /** Most calls at once. Default: 10. */
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  /** Most replies of one conversation. Default: 500. */
  readonly maxTurns?: number;
  /** Most tokens of one conversation. */
  readonly maxTokens?: number;
  /** Most seconds of one conversation. */
  readonly maxSeconds?: number;
  readonly budgetUsd?: number;
  readonly maxCalls?: number;
  /** false: replies are neither taken from the cache nor kept there. */
  readonly cache?: boolean;
  /** File that every call is written to, for a `replay` target. */
  readonly record?: string;

  /** true: a judge whose certificate is not trusted, or does not fit, is a fault before anything is called. */
  readonly requireCertified?: boolean;
  /** true: `requireCertified` does not speak of `outcome` and `rubric`, which follow the bundled deck. */
  readonly exemptRubric?: boolean;

  /** Id of a run to go on with; true: the newest that was stopped, or the newest of all when a bound left cases over. */
  readonly resume?: string | true;
  /** Plays conversations in error again. */
  readonly retryErrors?: boolean;
  /** Goes on although files or targets changed. */
  readonly force?: boolean;

  /** Database file. Default: .turnwise/turnwise.db of the project. */
  readonly db?: string;
  /** Aborted: the run stops as with one Ctrl-C, and can be resumed. */
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** By which a call is checked. */
export const runEvalOptionNames = {
  files: true,
  targets: true,
  send: true,
  cases: true,
  tags: true,
  limit: true,
  repeat: true,
  seed: true,
  judge: true,
  concurrency: true,
  timeoutSeconds: true,
  maxTurns: true,
  maxTokens: true,
  maxSeconds: true,
  budgetUsd: true,
  maxCalls: true,
  cache: true,
  record: true,
  requireCertified: true,
  exemptRubric: true,
  resume: true,
  retryErrors: true,
  force: true,
  db: true,
  signal: true,
  cwd: true,
  env: true,
} as const satisfies OptionNames<RunEvalOptions>;
