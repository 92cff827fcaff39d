/** `turnwise preview` as you typed it. */
export interface PreviewCommand {
  readonly file: string;
  readonly case?: readonly string[];
  readonly sample?: string;
  readonly messages?: boolean;
  readonly question?: boolean;
  readonly target?: readonly string[];
  readonly json?: boolean;
  readonly db?: string;
}
