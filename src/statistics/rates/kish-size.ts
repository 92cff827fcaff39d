/**
 * Kish's effective sample size: how many equally weighted values make a mean as sure as these, if weights have nothing to
 * do with values: (Σ w)² / Σ w².
 *
 * Edges: no weights → 0. Equal weights → exactly their number. A weight that is not above 0 is a RangeError.
 * Source: L. Kish, "Survey Sampling" (1965), 11.7.
 *
 * @example kishSize([5, 1.25, 1.25])  // 2
 */
export function kishSize(weights: ArrayLike<number>): number {
  const first = weights[0];
  if (first === undefined) return 0;
  let sum = 0;
  let squares = 0;
  let areEqual = true;
  for (const weight of Array.from(weights)) {
    if (!(weight > 0 && Number.isFinite(weight)))
      throw new RangeError(`a weight must be a number above 0, got ${weight}`);
    sum += weight;
    squares += weight * weight;
    areEqual &&= weight === first;
  }
  return areEqual ? weights.length : (sum * sum) / squares;
}
