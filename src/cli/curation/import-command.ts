/** What was typed after `turnwise import`. */
export interface ImportCommand {
  readonly files: readonly string[];
  readonly dataset?: string;
  readonly mode?: 'create' | 'upsert';
  readonly format?: string;
  readonly atomic?: boolean;
  readonly dryRun?: boolean;
  readonly approve?: boolean;
  readonly user?: string;
  /** For a run: the statuses of the cases to take. */
  readonly status?: readonly string[];
  readonly db?: string;
  readonly json?: boolean;
}
