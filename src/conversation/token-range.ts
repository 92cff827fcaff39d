export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Characters that make a token: English prose has about four, code and other scripts fewer. */
export const perToken: Range = { low: 4.5, high: 2.5 };

/** A reply nobody has seen yet, in characters. */
export const replyLength: Range = { low: 80, high: 2_000 };
