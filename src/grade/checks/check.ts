import type { Clock } from '../../base/clock.ts';
import type { Patterns } from '../../base/patterns.ts';
import type { GraderKind, GraderSpec } from '../../conversation/grader-spec.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import type { Schemas } from './schemas.ts';

/**
 * What a check found. `reason` states what is so, not what was wanted: it has to read well under `not` too.
 * `pass`: the check says itself whether that is enough, whatever the threshold. `cause`: the check could not say.
 */
export type CheckResult =
  | { readonly score: number; readonly reason: string; readonly evidence?: unknown; readonly pass?: boolean }
  | { readonly cause: UngradedCause; readonly reason: string; readonly evidence?: unknown };

/** What checks may use besides the reply. Each serves a whole eval file, so that what is costly is done once. */
export interface CheckTools {
  readonly patterns: Patterns;
  /** Reads files that a reference attaches. Absent: graders that need such a reference are ungraded. */
  readonly files?: FormatOptions;
  /** Absent: `json-schema` is ungraded. */
  readonly schemas?: Schemas;
  /** Absent: `command` is ungraded. */
  readonly runCommand?: CommandRunner;
}

/** The value of a grader's kind key. */
export type Wanted<Kind extends GraderKind> = NonNullable<GraderSpec[Kind]>;

/** Looks at a reply and needs no model. A promise only where there is something to wait for. */
export type Check<Kind extends GraderKind> = (
  subject: GradedSubject,
  wanted: Wanted<Kind>,
  tools: CheckTools,
) => CheckResult | Promise<CheckResult>;

/** A program that grades, ready to be started. */
export interface CommandCall {
  readonly command: readonly string[];
  /** From the folder of the eval file; absent: that folder itself. */
  readonly cwd?: string;
  readonly timeoutMs: number;
  /** What it reads on stdin. */
  readonly input: string;
}

/** How it ended. `too-long`: it printed more than the limit. `failed`: it could not be started. */
export type CommandEnd =
  | { readonly end: 'exit'; readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly end: 'timeout' | 'too-long'; readonly stderr: string }
  | { readonly end: 'failed'; readonly message: string };

/** Starts a program without a shell and waits for its end. Rejects only when the run itself is stopped. */
export type CommandRunner = (call: CommandCall) => Promise<CommandEnd>;

export interface CommandRunnerOptions {
  /** Folder of the eval file. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Values that are hidden in the output of a program. */
  readonly secrets?: readonly string[];
  /** Aborting it stops the job and its programs. */
  readonly signal: AbortSignal;
}

export type OpenCommandRunner = (options: CommandRunnerOptions) => CommandRunner;
