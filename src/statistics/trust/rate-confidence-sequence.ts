import type { Estimate } from '../estimate.ts';
import { logBinomialDensity } from '../rates/binomial-density.ts';

/**
 * Confidence sequence of a rate: with probability 1 − alpha it contains the true rate at every look together, so you may
 * look after each label and stop when you like. Wider than `wilsonInterval`, which is for one look.
 *
 * All p with pˣ(1−p)ⁿ⁻ˣ ≥ alpha · B(x+1, n−x+1): those with a likelihood of at least alpha times that of the
 * uniform mixture of all rates. The ends are 0 where x = 0 and 1 where x = n.
 *
 * Edges: n = 0 → 0 to 1, with a null value and a reason. Counts may be fractions (effective counts of clusters or weights),
 * and then the promise is approximate. Counts outside 0 ≤ hits ≤ n and an alpha not strictly between 0 and 1 are a
 * RangeError.
 * Source: H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical
 * Statistics 41 (1970); I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting", Journal of
 * the Royal Statistical Society B 86 (2024).
 *
 * @example rateConfidenceSequence({ hits: 35, n: 40, alpha: 0.05 })  // { value: 0.875, low: 0.655…, high: 0.979…, n: 40 }
 */
export function rateConfidenceSequence(evidence: {
  readonly hits: number;
  readonly n: number;
  readonly alpha: number;
}): Estimate {
  const { hits, n, alpha } = evidence;
  if (!(hits >= 0 && hits <= n && Number.isFinite(n))) {
    throw new RangeError(`rateConfidenceSequence needs 0 ≤ hits ≤ n, got ${hits} of ${n}`);
  }
  if (!(alpha > 0 && alpha < 1)) {
    throw new RangeError(`rateConfidenceSequence needs an alpha between 0 and 1, got ${alpha}`);
  }
  if (n === 0) return { value: null, low: 0, high: 1, n, why: 'no trials' };
  return { value: hits / n, low: lowEnd(hits, n, alpha), high: 1 - lowEnd(n - hits, n, alpha), n };
}

/** Bisection on log p, because the end can be many orders of magnitude below the rate. */
function lowEnd(hits: number, n: number, alpha: number): number {
  if (hits === 0) return 0;
  const least = Math.log(alpha) - Math.log1p(n);
  if (hits === n) return Math.exp(least / n);
  let high = Math.log(hits / n);
  // There (1−p)ⁿ⁻ˣ ≤ 1, so pˣ alone is too small for the set.
  let low = high + (least - logBinomialDensity(hits, n, hits / n) + (n - hits) * Math.log1p(-hits / n)) / hits;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (logBinomialDensity(hits, n, Math.exp(middle)) >= least) high = middle;
    else low = middle;
  }
  return Math.exp(high);
}
