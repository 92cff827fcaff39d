/** The options of `turnwise compare`, as the command line gives them. */
export interface CompareCommand {
  readonly a: string;
  readonly b: string;
  readonly json?: boolean;
  readonly markdown?: string;
  readonly limit?: number;
  readonly transcripts?: boolean;
  readonly verbose?: boolean;
  readonly seed?: number;
  readonly failOnRegression?: boolean;
  readonly db?: string;
}
