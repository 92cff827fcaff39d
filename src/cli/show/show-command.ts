import type { ReportOptions } from '../report/add-report-options.ts';

/** The command line of `show`. */
export interface ShowCommand extends ReportOptions {
  /** A file, or the name of a run; `run:` before it tells them apart. */
  readonly file: string;
  readonly case?: string;
  readonly sample?: string;
  readonly messages?: boolean;
  readonly question?: boolean;
  readonly json?: boolean;
  readonly target?: string;
  /** Statuses with commas between. */
  readonly status?: string;
  readonly limit?: number;
  readonly verbose?: boolean;
  readonly store?: string;
  /** Number of a grading; 0: as played. */
  readonly grading?: number;
  /** What judges were asked and said. */
  readonly judge?: boolean;
}
