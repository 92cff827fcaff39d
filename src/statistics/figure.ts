/** A number that may be undefined: then it is null, with the reason. */
export interface Figure {
  readonly value: number | null;
  readonly why?: string;
}
