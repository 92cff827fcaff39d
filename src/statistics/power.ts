import type { Metric } from './metric.ts';
import { normalQuantile } from './normal-quantile.ts';

export interface SeenDifference {
  readonly difference: number;
  /** Of the difference, clustered where pairs are; null: unknown. */
  readonly standardError: number | null;
  /** Cases (or pairs) it was seen on. */
  readonly have: number;
  /** Two-sided; 0.05 when absent. */
  readonly alpha?: number;
  /** 0.8 when absent. */
  readonly power?: number;
}

/**
 * How many more cases would tell whether a difference is real, if it is what it seems: with those, a test at `alpha`
 * would find it with probability `power`.
 *
 * The standard error falls with the root of the number, so n = have · ((z₁₋ᵅᐟ² + z_power) · SE / difference)², and the
 * answer is n − have, rounded up, 0 when there are enough. New cases are taken to be like those there are, also in how
 * many go together.
 * Edges: a difference of 0, or an unknown error → null, with a reason. An error of 0 (all cases differ alike): as many
 * as an exact test of all wins needs, 6 at 0.05.
 * Source: J. Cohen, "Statistical Power Analysis for the Behavioral Sciences" (1988); M. Miller, "Adding error bars to
 * evals" (2024), arXiv:2411.00640.
 *
 * @example neededCases({ difference: 0.05, standardError: 0.03, have: 100 })  // { value: 183 }
 */
export function neededCases({ difference, standardError, have, alpha = 0.05, power = 0.8 }: SeenDifference): Metric {
  checkSeen({ difference, standardError, have, alpha, power });
  if (have === 0) return { value: null, why: 'there are no cases to judge by' };
  if (difference === 0) return { value: null, why: 'no difference was seen, so no number of cases would show one' };
  if (standardError === null) return { value: null, why: 'the spread is unknown' };
  if (standardError === 0) return { value: Math.max(0, fewestWins(alpha) - have) };
  const wanted = have * ((toStandardErrors(alpha, power) * standardError) / difference) ** 2;
  return { value: Math.max(0, Math.ceil(wanted - have)) };
}

function checkSeen({ difference, standardError, have, alpha, power }: Required<SeenDifference>): void {
  const isShare = (value: number) => value > 0 && value < 1;
  if (!Number.isFinite(difference)) throw new RangeError(`a difference must be a number, got ${difference}`);
  if (!(have >= 0 && Number.isFinite(have))) throw new RangeError(`cases must be 0 or more, got ${have}`);
  if (!isShare(alpha) || !isShare(power))
    throw new RangeError(`alpha and power must be between 0 and 1, got ${alpha}, ${power}`);
  if (standardError === null || (standardError >= 0 && Number.isFinite(standardError))) return;
  throw new RangeError(`a standard error must be 0 or more, got ${standardError}`);
}

/** How many standard errors a difference must be away from 0 to be believed, or to be found with a given power. */
export function toStandardErrors(alpha: number, power?: number): number {
  return normalQuantile(1 - alpha / 2) + (power === undefined ? 0 : normalQuantile(power));
}

/** So many wins without a loss are the fewest that an exact test believes: 2·½ⁿ < alpha. */
export function fewestWins(alpha: number): number {
  return Math.floor(Math.log2(2 / alpha)) + 1;
}
