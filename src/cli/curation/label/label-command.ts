/** What was typed after `turnwise label`. */
export interface LabelCommand {
  /** A dataset, or `run:<id>`. */
  readonly source?: string | undefined;
  readonly deck?: string;
  /** Conversations of a run to draw at random. */
  readonly sample?: number;
  readonly seed?: number;
  readonly user?: string;
  readonly status?: readonly string[];
  readonly limit?: number;
  readonly list?: boolean;
  readonly export?: string;
  readonly db?: string;
  readonly json?: boolean;
}

/** Conversations that are asked for at once, unless --limit says otherwise. */
export const defaultLimit = 100;
