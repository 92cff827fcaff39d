/** The command line of `show`. */
export interface ShowCommand {
  readonly file: string;
  readonly case?: string;
  readonly sample?: string;
  readonly messages?: boolean;
  readonly json?: boolean;
}
