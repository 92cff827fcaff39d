import { logBinomialDensity } from '../rates/binomial-density.ts';
import { betaFraction, incompleteBeta, isLowerSmaller } from '../rates/incomplete-beta.ts';

/** What was seen of a rate, and the threshold it has to exceed. Counts may be fractions, as effective counts are. */
export interface RateEvidence {
  readonly hits: number;
  readonly n: number;
  /** The threshold: the null hypothesis is that the rate is at most p0. */
  readonly p0: number;
}

export interface RateEValue {
  /** How many times better the rates above p0 explain the hits than p0 does. Infinity where only its logarithm fits. */
  readonly eValue: number;
  /** Natural logarithm of the e-value. */
  readonly log: number;
  /** e ≥ 40. */
  readonly trustedAt0_025: boolean;
  /** e ≥ 20. */
  readonly trustedAt0_05: boolean;
}

/**
 * Anytime-valid evidence that a rate is above p0: an e-value that may be looked at after every label.
 *
 * e = 1/(1−p0) · ∫ from p0 to 1 of (q/p0)ˣ ((1−q)/(1−p0))ⁿ⁻ˣ dq for x hits of n, a uniform mixture over the rates above
 * the threshold. If the rate is at most p0, e reaches 1/α at any look with a probability of at most α (Ville's inequality),
 * however often you look and whenever you stop. That holds for independent labels. With effective counts of clusters
 * or weights it is an approximation.
 *
 * For evidence that a rate is *below* a threshold, count the misses: `rateEValue({ hits: n - hits, n, p0: 1 - threshold })`.
 *
 * Edges: n = 0 → e = 1. p0 = 1: no rate is above it, and e is the limit for p0 → 1, 1/(n−x+1), never above 1. p0 = 0: one
 * hit refutes a rate of 0, so e and its logarithm are Infinity; without a hit e = 1/(n+1). Counts outside 0 ≤ hits ≤ n
 * and p0 outside 0 to 1 are a RangeError.
 * Source: H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical
 * Statistics 41 (1970); S. R. Howard et al., "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of
 * Statistics 49 (2021).
 *
 * @example rateEValue({ hits: 38, n: 40, p0: 0.8 })  // { eValue: 18.69…, log: 2.928…, trustedAt0_025: false, … }
 */
export function rateEValue({ hits, n, p0 }: RateEvidence): RateEValue {
  if (!(hits >= 0 && hits <= n && Number.isFinite(n))) {
    throw new RangeError(`rateEValue needs 0 ≤ hits ≤ n, got ${hits} of ${n}`);
  }
  if (!(p0 >= 0 && p0 <= 1)) throw new RangeError(`rateEValue needs p0 from 0 to 1, got ${p0}`);
  const log = toLog(hits, n - hits, p0);
  const eValue = Math.exp(log);
  return { eValue, log, trustedAt0_025: eValue >= 40, trustedAt0_05: eValue >= 20 };
}

/**
 * The integral is an upper tail of a beta distribution. Where that tail is the small one, its front factors cancel
 * against the likelihood at p0, and the continued fraction alone is left.
 */
function toLog(hits: number, misses: number, p0: number): number {
  if (hits + misses === 0) return 0;
  if (p0 === 0 && hits > 0) return Infinity;
  if (!isLowerSmaller(p0, hits + 1, misses + 1)) {
    return Math.log((p0 / (misses + 1)) * betaFraction(1 - p0, misses + 1, hits + 1));
  }
  const n = hits + misses;
  const { logUpper } = incompleteBeta(p0, hits + 1, misses + 1);
  return logUpper - Math.log1p(n) - logBinomialDensity(hits, n, p0) - Math.log1p(-p0);
}
