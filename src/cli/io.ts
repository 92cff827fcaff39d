import type { Clock } from '../base/clock.ts';

/** The world as commands see it: output, input, environment and time. */
export interface Io {
  /** The result. */
  readonly out: (text: string) => void;
  /** Progress and warnings. */
  readonly err: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Whether a command can ask questions. */
  readonly isInteractive: boolean;
  /** Whether `out` is a terminal, where lines have a width. Elsewhere nothing is cut. */
  readonly isOutTerminal?: boolean;
  /** Whether `err` is a terminal, where a line can be redrawn. */
  readonly isErrTerminal?: boolean;
  /**
   * Calls the listener on each Ctrl-C or termination signal, with their number so far. Returns a function that removes
   * it.
   */
  readonly onInterrupt?: (listener: (times: number) => void) => () => void;
  /** Standard input in chunks. Absent: there is none. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Keys as you press them, without Enter, until reading stops. Absent: there is no keyboard. */
  readonly keys?: () => AsyncIterable<string>;
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Width of the terminal, or a default. */
  readonly columns: number;
}

export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** Runs the work of a command, and keeps its exit code. */
export type Finish = (work: () => Promise<ExitCode>) => Promise<void>;

/** The width of result lines: that of the terminal, and unlimited in a pipe. */
export function findOutWidth({ isOutTerminal, columns }: Pick<Io, 'isOutTerminal' | 'columns'>): number {
  return isOutTerminal === true ? columns : Number.POSITIVE_INFINITY;
}
