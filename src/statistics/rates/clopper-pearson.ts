import { incompleteBeta } from './incomplete-beta.ts';

/**
 * Exact upper bound of a rate from x hits of n: the largest rate at which x or fewer hits still have a probability of
 * delta or more. The true rate is above it in at most a share delta of samples.
 *
 * It is the 1 − delta quantile of the beta distribution (x + 1, n − x), by bisection.
 * Edges: x = n → 1, and so for n = 0. Counts that are not whole, or outside 0 ≤ x ≤ n, and a delta not strictly
 * between 0 and 1 are a RangeError.
 * Source: C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the
 * binomial", Biometrika 26 (1934).
 *
 * @example clopperPearsonUpper(0, 30, 0.05)  // 1 − 0.05^(1/30) = 0.0950…
 */
export function clopperPearsonUpper(x: number, n: number, delta: number): number {
  if (!(Number.isInteger(x) && Number.isInteger(n) && x >= 0 && x <= n)) {
    throw new RangeError(`clopperPearsonUpper needs whole numbers 0 ≤ x ≤ n, got ${x} of ${n}`);
  }
  if (!(delta > 0 && delta < 1)) {
    throw new RangeError(`clopperPearsonUpper needs a delta between 0 and 1, got ${delta}`);
  }
  if (x === n) return 1;
  if (x === 0) return -Math.expm1(Math.log(delta) / n);
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (incompleteBeta(middle, x + 1, n - x).upper > delta) low = middle;
    else high = middle;
  }
  return high;
}
