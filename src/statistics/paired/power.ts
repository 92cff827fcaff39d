import type { PointEstimate } from '../estimate.ts';
import { normalQuantile } from '../rates/normal-quantile.ts';

export interface SeenDifference {
  readonly difference: number;
  /** Standard error of the difference, clustered where pairs are. Null: unknown. */
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
export function neededCases({
  difference,
  standardError,
  have,
  alpha = 0.05,
  power = 0.8,
}: SeenDifference): PointEstimate {
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
function toStandardErrors(alpha: number, power?: number): number {
  return normalQuantile(1 - alpha / 2) + (power === undefined ? 0 : normalQuantile(power));
}

/** The smallest number n of wins without a loss that is significant in an exact test: 2·½ⁿ < alpha. */
export function fewestWins(alpha: number): number {
  return Math.floor(Math.log2(2 / alpha)) + 1;
}

export interface RepeatedPlays {
  /** Chance that two plays of one case have different results, see `flipRate`. */
  readonly flipRate: number;
  readonly cases: number;
  /** Plays of each case in each of the two runs; 1 when absent. */
  readonly repeats?: number;
  /** Two-sided; 0.05 when absent. */
  readonly alpha?: number;
  /** When given: the difference that would be found with this probability, not the one that is just believed. */
  readonly power?: number;
}

/**
 * The smallest difference of pass rates between two runs of the same cases that chance alone would not make.
 *
 * A case's two plays differ by 1 or −1 with probability f and not at all else, so their difference has the variance f,
 * and the mean over N cases of r plays on each side √(f/(N·r)) as standard error: d = z₁₋ᵅᐟ² · √(f/(N·r)), plus z_power in
 * the factor when power is asked for. The cases are taken as given: this is the noise of playing them again.
 * It is the formula for many plays: differences are whole numbers of plays, and with few of them chance reaches this one
 * in up to 8% of comparisons. `chanceDifference` has the correction, `minimumDetectableDifference` goes by clusters.
 * Edges: not below what an exact test detects in this number of plays, 6 wins without a loss at 0.05, and not above 1.
 * Where nothing flipped, use the upper end of the rate's interval.
 * Source: M. Miller, "Adding error bars to evals" (2024), arXiv:2411.00640.
 *
 * @example detectableDifference({ flipRate: 0.1, cases: 100 })  // 1.96·√0.001 = 0.062
 */
export function detectableDifference({ flipRate, cases, repeats = 1, alpha = 0.05, power }: RepeatedPlays): number {
  if (!(flipRate >= 0 && flipRate <= 1) || !(cases > 0) || !(repeats > 0)) {
    throw new RangeError(
      `detectableDifference needs a rate and cases, got ${flipRate}, ${cases} cases, ${repeats} plays`,
    );
  }
  const plays = cases * repeats;
  return Math.min(1, Math.max(fewestWins(alpha) / plays, toStandardErrors(alpha, power) * Math.sqrt(flipRate / plays)));
}

/**
 * How many plays on each side (cases × repeats) it takes for a difference to be seen: the same read backwards.
 *
 * @example neededPlays({ flipRate: 0.1, difference: 0.05, power: 0.8 })  // 2.8016²·0.1/0.0025 → 314
 */
export function neededPlays(
  wanted: Pick<RepeatedPlays, 'flipRate' | 'alpha' | 'power'> & { difference: number },
): number {
  const { flipRate, difference, alpha = 0.05, power } = wanted;
  if (!(difference > 0)) throw new RangeError(`neededPlays needs a difference above 0, got ${difference}`);
  const byNoise = flipRate * (toStandardErrors(alpha, power) / difference) ** 2;
  return Math.ceil(Math.max(fewestWins(alpha) / difference, byNoise));
}
