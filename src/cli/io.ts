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
  /** Whether `out` is a terminal, where lines have a width. Elsewhere nothing is cut. */
  readonly isOutTerminal?: boolean;
  /** Whether `err` is a terminal, where a line can be redrawn. */
  readonly isErrTerminal?: boolean;
  /** Called at each Ctrl-C or request to end, with how many there were. Returns what takes the listener away. */
  readonly onInterrupt?: (listener: (times: number) => void) => () => void;
  /** What is piped in, piece by piece. Absent: nothing can be. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Keys as they are pressed, without waiting for Enter, until reading stops. Absent: there is no keyboard. */
  readonly keys?: () => AsyncIterable<string>;
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Width of the terminal, or a sensible one. */
  readonly columns: number;
}

export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Does the work of a command, and keeps its exit code for the end. */
export type Finish = (work: () => Promise<ExitCode>) => Promise<void>;

/** How long a line of the result may be: as the terminal is wide, and anything where it is piped on. */
export function findOutWidth({ isOutTerminal, columns }: Pick<Io, 'isOutTerminal' | 'columns'>): number {
  return isOutTerminal === true ? columns : Number.POSITIVE_INFINITY;
}
