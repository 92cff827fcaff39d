import { normalTail } from '../rates/normal-tail.ts';

/** Where the sequence is tightest: at about five times as many samples. */
const rho = 10;

/**
 * Level of a fixed-sample interval that makes it hold at every look, for a metric that is nearly normal, such as κ: the
 * intervals of all n together contain the truth with a chance of about 1 − α, however often they are computed.
 *
 * z_n² = (1 + ρ/n)·ln((n + ρ)/(ρ·α²)) with ρ = 10, and the level is 1 − 2·Φ(−z_n).
 * This is an asymptotic result: it assumes that the metric is normal and that its standard error is known.
 *
 * Edges: n < 1 counts as 1. α is two-sided.
 * Source: H. Robbins, "Statistical methods related to the law of the iterated logarithm", Ann. Math. Stat. 41 (1970);
 * I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences", Ann. Stat. 52 (2024).
 *
 * @example lookLevel(100, 0.05)  // 0.9979
 */
export function lookLevel(n: number, alpha: number): number {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`lookLevel needs 0 < alpha < 1, got ${alpha}`);
  const size = Math.max(1, n);
  const z = Math.sqrt((1 + rho / size) * Math.log((size + rho) / (rho * alpha * alpha)));
  return 1 - 2 * normalTail(z);
}
