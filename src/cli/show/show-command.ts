import type { ReportOptions } from '../shared-flags.ts';

/** The command line of `show`. */
export interface ShowCommand extends ReportOptions {
  /** The name of a run, with or without `run:`. */
  readonly run: string;
  readonly case?: readonly string[];
  readonly target?: readonly string[];
  readonly status?: readonly string[];
  readonly limit?: number;
  /** Number of a grading. 0 is the grading of the run itself. */
  readonly grading?: number;
  /** Prints what judges were asked and what they answered. */
  readonly judgeCalls?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly db?: string;
}
