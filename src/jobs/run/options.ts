import type { Send } from '../../conversation/target-spec.ts';
import type { OptionNames } from '../../job/option-names.ts';

/** What to run, and how. Every option is optional: without `files` or `resume`, the project's evals run. */
export interface RunEvalOptions {
  /** Eval files or folders, from `cwd`. Default: the evals of the project around `cwd`. */
  readonly files?: readonly string[];
  /** Ids of targets. Default: those in the files. */
  readonly targets?: readonly string[];
  /** Format sent to models, one variant each. Default: the target's own setting, else messages. */
  readonly send?: readonly Send[];
  readonly cases?: readonly string[];
  readonly tags?: readonly string[];
  readonly limit?: number;
  readonly repeat?: number;
  readonly seed?: number;
  /** Default target for LLM judges. Default: the one in the files. */
  readonly judge?: string;

  /** Maximum concurrent calls. Default: 10. */
  readonly concurrency?: number;
  readonly timeoutSeconds?: number;
  /** Maximum replies per conversation. Default: 500. */
  readonly maxTurns?: number;
  /** Maximum tokens per conversation. */
  readonly maxTokens?: number;
  /** Maximum seconds per conversation. */
  readonly maxSeconds?: number;
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

  /** Id of a run to resume. true: the latest unfinished run. */
  readonly resume?: string | true;
  /** Retries conversations that ended in an error. */
  readonly retryErrors?: boolean;
  /** Resumes even if files or targets changed. */
  readonly force?: boolean;

  /** Database file. Default: .turnwise/turnwise.db in the project. */
  readonly db?: string;
  /** Abort it to stop the run as one Ctrl-C does. You can resume the run. */
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
