/** A number that may be undefined: then it is null, with the reason. */
export interface Metric {
  readonly value: number | null;
  readonly why?: string;
}
