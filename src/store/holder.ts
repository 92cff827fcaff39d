/** Who writes to a run, to a later grading of it, or to a calibration. At most one process does at a time. */
export interface Holder {
  readonly process: number;
  readonly host: string;
  /** Random; tells two processes of the same number apart. */
  readonly token: string;
  readonly since: string;
}
