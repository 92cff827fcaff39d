import type { Clock } from '../base/clock.ts';

/** Everything a command may touch of the world around it. */
export interface Io {
  /** The result. */
  readonly out: (text: string) => void;
  /** Progress and warnings. */
  readonly err: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the time of the system. */
  readonly clock?: Clock;
  /** Whether questions can be asked. */
  readonly isInteractive: boolean;
  /** Whether what goes to `err` is seen on a terminal, where a line can be drawn anew. */
  readonly isErrTerminal?: boolean;
  /** Called at each Ctrl-C or request to end, with how many there were. Returns what takes the listener away. */
  readonly onInterrupt?: (listener: (times: number) => void) => () => void;
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Width of the terminal, or a sensible one. */
  readonly columns: number;
}

export type ExitCode = 0 | 1 | 2 | 3 | 130;
