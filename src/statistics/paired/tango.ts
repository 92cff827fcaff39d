import { type Estimate, undefinedEstimate } from '../estimate.ts';
import { z95 } from '../rates/wilson.ts';

/** Pairs of two yes-or-no answers to the same question. Effective counts need not be whole numbers. */
export interface PairedCounts {
  /** Pairs that only the newer one got right. */
  readonly wins: number;
  /** Pairs that only the older one got right. */
  readonly losses: number;
  /** All pairs, those on which both agree included. */
  readonly n: number;
}

/**
 * Tango's score statistic of a paired difference: how many standard errors the difference seen, (wins − losses)/n, is above
 * a hypothetical one, with the standard error that the hypothesis itself implies.
 *
 * T(δ) = (b − c − n·δ)/√(n·(2q + δ(1 − δ))), with b wins, c losses, and the maximum-likelihood probability q of a loss
 * under δ: q = (√(B² − 4AC) − B)/(2A), A = 2n, B = −b − c + (2n − b + c)·δ, C = −c·δ(1 − δ).
 * The hypothesis keeps a spread even if no pair differs: with b = c = 0, T(−0.05) = 1.96 needs 73 pairs.
 * Edges: no pairs, counts that do not fit, and a hypothetical difference outside −1…1 are a RangeError. A hypothesis
 * without any spread (δ = ±1) is 0 away from itself and infinitely far from everything else.
 * Source: T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
 * design", Statistics in Medicine 17 (1998).
 *
 * @example tangoScore({ wins: 0, losses: 0, n: 73 }, -0.05)  // 1.960…
 */
export function tangoScore(pairs: PairedCounts, difference: number): number {
  checkCounts(pairs);
  if (!(pairs.n > 0)) throw new RangeError('tangoScore needs at least one pair');
  if (!(difference >= -1 && difference <= 1)) {
    throw new RangeError(`a difference of rates must be from −1 to 1, got ${difference}`);
  }
  const { wins, losses, n } = pairs;
  const linear = -wins - losses + (2 * n - wins + losses) * difference;
  const constant = -losses * difference * (1 - difference);
  const loss = (Math.sqrt(Math.max(0, linear * linear - 8 * n * constant)) - linear) / (4 * n);
  const above = wins - losses - n * difference;
  const variance = n * (2 * loss + difference * (1 - difference));
  if (variance <= 1e-12 * n) return Math.abs(above) <= 1e-9 * n ? 0 : Math.sign(above) * Number.POSITIVE_INFINITY;
  return above / Math.sqrt(variance);
}

/**
 * Tango's score interval of a paired difference of rates, at 95% unless another z is given: all differences whose
 * `tangoScore` is within ±z, found by bisection.
 *
 * Edges: no pairs → null, with a reason. No pair differs → an interval around 0 that narrows with n, never an empty one.
 * Source: see `tangoScore`. M. W. Fagerland, S. Lydersen, P. Laake, "Recommended tests and confidence intervals for paired
 * binomial proportions", Statistics in Medicine 33 (2014) recommend it for small samples.
 *
 * @example tangoInterval({ wins: 1, losses: 7, n: 21 })  // { value: −0.286, low: −0.517, high: −0.026, n: 21 }
 */
export function tangoInterval(pairs: PairedCounts, z = z95): Estimate {
  checkCounts(pairs);
  const { wins, losses, n } = pairs;
  if (n === 0) return undefinedEstimate(n, 'no pairs');
  const value = (wins - losses) / n;
  const low = bisect([-1, value], (difference) => tangoScore(pairs, difference) > z);
  const high = bisect([value, 1], (difference) => tangoScore(pairs, difference) >= -z);
  return { value, low, high, n };
}

/** Where the answer turns from true to false; the score falls as the hypothesis rises. */
function bisect([from, to]: readonly [number, number], isBefore: (difference: number) => boolean): number {
  let [low, high] = [from, to];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (isBefore(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function checkCounts({ wins, losses, n }: PairedCounts): void {
  if (!(wins >= 0 && losses >= 0 && wins + losses <= n * (1 + 1e-12) && Number.isFinite(n))) {
    throw new RangeError(`pairs need wins ≥ 0, losses ≥ 0 and wins + losses ≤ n, got ${wins}, ${losses} and ${n}`);
  }
}
