/**
 * A number with its 95% CI. What is undefined is null, and `why` says why.
 *
 * @example wilsonInterval(18, 20)  // { value: 0.9, low: 0.699…, high: 0.972…, n: 20 }
 */
export interface Estimate {
  readonly value: number | null;
  /** The ends of the interval. Both are null if there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** How many trials, samples or pairs it is computed from. */
  readonly n: number;
  readonly why?: string;
}

/** Nothing can be computed from these `n` values. */
export function undefinedEstimate(n: number, why: string): Estimate {
  return { value: null, low: null, high: null, n, why };
}

/** The value alone, of a statistic that has no interval by itself. */
export type PointEstimate = Pick<Estimate, 'value' | 'why'>;
