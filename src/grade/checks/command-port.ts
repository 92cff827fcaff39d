import type { Clock } from '../../base/clock.ts';

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
