/**
 * Holm-corrected p-values of a family of tests: those below 0.05 are wrong in at most 5% of such families.
 *
 * In rising order the i-th of m is multiplied by m − i + 1, and none becomes smaller than the one before it or
 * larger than 1. The result is in the order of the input.
 * Edges: null (no test) stays null and does not count.
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
 *
 * @example holm([0.01, 0.04, 0.03])  // [0.03, 0.06, 0.06]
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const tested = ps.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = ps.map(() => null);
  let largest = 0;
  for (const [place, { p, index }] of tested.entries()) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`a p-value must be from 0 to 1, got ${p}`);
    largest = Math.max(largest, Math.min(1, p * (tested.length - place)));
    adjusted[index] = largest;
  }
  return adjusted;
}
