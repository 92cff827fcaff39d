/** What was typed after `turnwise label`. */
export interface LabelCommand {
  readonly dataset?: string | undefined;
  readonly question?: string;
  readonly as?: string;
  readonly status?: readonly string[];
  readonly limit?: number;
  readonly list?: boolean;
  readonly export?: string;
  readonly store?: string;
  readonly json?: boolean;
}
