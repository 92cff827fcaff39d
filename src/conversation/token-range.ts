export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Characters per token. English prose has about four, code and other scripts have fewer. */
export const perToken: Range = { low: 4.5, high: 2.5 };

/** Length of an unknown reply, in characters. */
export const replyLength: Range = { low: 80, high: 2_000 };
