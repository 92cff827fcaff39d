import { fewestWins, toStandardErrors } from './power.ts';

export interface RepeatedPlays {
  /** Chance that two plays of one case come out differently, see `flipRate`. */
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
 * in up to 8 % of comparisons. `chanceDifference` has the correction, `minimumDetectableDifference` goes by clusters.
 * Edges: not below what an exact test believes of so many plays, 6 wins without a loss at 0.05, and not above 1. Where
 * nothing flipped, use the upper end of the rate's interval.
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
