/** The command line of `show`. */
export interface ShowCommand {
  /** A file, or `run:` and the name of a run. */
  readonly file: string;
  readonly case?: string;
  readonly sample?: string;
  readonly messages?: boolean;
  readonly json?: boolean;
  readonly target?: string;
  /** Statuses with commas between. */
  readonly status?: string;
  readonly limit?: number;
  readonly store?: string;
}
