import type { Clock } from '../../base/clock.ts';
import type { Patterns } from '../../base/patterns.ts';
import type { GraderKind, GraderSpec } from '../../conversation/grader-spec.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import type { Schemas } from './schemas.ts';

/**
 * The result of a check. `reason` states what was found, not what was expected, so that it also reads well under `not`.
 * `pass`: the check decides itself, regardless of the threshold. `unmeasured`: part of it could not be measured.
 * `cause`: the check could not decide.
 */
export type CheckResult =
  | {
      readonly score: number;
      readonly reason: string;
      readonly evidence?: unknown;
      readonly pass?: boolean;
      readonly unmeasured?: Unmeasured;
    }
  | { readonly cause: UngradedCause; readonly reason: string; readonly evidence?: unknown };

/** What could not be measured counts as failed in `score`. If it could decide the verdict, the verdict is ungraded. */
export interface Unmeasured {
  /** The score if everything that could not be measured were fine. */
  readonly atMost: number;
  readonly reason: string;
}

/** What checks use besides the reply. One set serves a whole eval file, so expensive work is done once. */
export interface CheckTools {
  readonly patterns: Patterns;
  /** Reads files attached to a reference. Absent: graders that need such a reference are ungraded. */
  readonly files?: FormatOptions;
  /** Absent: `json-schema` is ungraded. */
  readonly schemas?: Schemas;
  /** Absent: `command` is ungraded. */
  readonly runCommand?: CommandRunner;
}

/** The value of a grader's kind key. */
export type Wanted<Kind extends GraderKind> = NonNullable<GraderSpec[Kind]>;

/** Examines a reply without a model. Returns a promise only if it has to wait. */
export type Check<Kind extends GraderKind> = (
  subject: GradedSubject,
  wanted: Wanted<Kind>,
  tools: CheckTools,
) => CheckResult | Promise<CheckResult>;

/** A call of a grading program. */
export interface CommandCall {
  readonly command: readonly string[];
  /** Relative to the folder of the eval file. Absent: that folder itself. */
  readonly cwd?: string;
  readonly timeoutMs: number;
  /** The text for stdin. */
  readonly input: string;
}

/** How the program ended. `too-long`: its output exceeded the limit. `failed`: it could not be started. */
export type CommandEnd =
  | { readonly end: 'exit'; readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly end: 'timeout' | 'too-long'; readonly stderr: string }
  | { readonly end: 'failed'; readonly message: string };

/** Runs a program without a shell and waits for its end. Rejects only if the run itself is stopped. */
export type CommandRunner = (call: CommandCall) => Promise<CommandEnd>;

export interface CommandRunnerOptions {
  /** Folder of the eval file. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Values to hide in the output of a program. */
  readonly secrets?: readonly string[];
  /** Aborted: the program is stopped. */
  readonly signal: AbortSignal;
}

export type OpenCommandRunner = (options: CommandRunnerOptions) => CommandRunner;
