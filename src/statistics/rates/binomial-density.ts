const halfLogTwoPi = 0.5 * Math.log(2 * Math.PI);
const negligible = 1e-100;

/**
 * Natural logarithm of the binomial density, Γ(n+1)/(Γ(x+1)·Γ(n−x+1)) · pˣ(1−p)ⁿ⁻ˣ, for real x and n.
 *
 * log b = δ(n) − δ(x) − δ(n−x) − D(x, np) − D(n−x, n(1−p)) + ½·log(n/(2π·x(n−x))), with Stirling's error δ and the
 * deviance D(x, m) = x·log(x/m) + m − x. Sums of logarithms of Γ cancel for a large n; this form does not: it is accurate
 * to about 1e-14 of the largest term, for counts of 0 to 1e9.
 *
 * Edges: p = 0 and p = 1 put all the mass on x = 0 and x = n, and any other x gives −Infinity. Counts outside
 * 0 ≤ x ≤ n and probabilities outside 0 to 1 are a RangeError.
 * Source: C. Loader, "Fast and accurate computation of binomial probabilities" (2000), the algorithm of R's `dbinom`.
 *
 * @example logBinomialDensity(2, 3, 0.5)  // log(3/8) = -0.980…
 */
export function logBinomialDensity(x: number, n: number, p: number): number {
  if (!(x >= 0 && x <= n && Number.isFinite(n) && p >= 0 && p <= 1)) {
    throw new RangeError(`logBinomialDensity needs 0 ≤ x ≤ n and 0 ≤ p ≤ 1, got x ${x}, n ${n}, p ${p}`);
  }
  const y = n - x;
  // Below this a count changes no digit of the density, and its inverse would overflow.
  if (x < negligible) return n === 0 ? 0 : n * Math.log1p(-p);
  if (y < negligible) return n * Math.log(p);
  if (p === 0 || p === 1) return -Infinity;
  const errors = stirlingError(n) - stirlingError(x) - stirlingError(y);
  const deviances = deviance(x, n * p) + deviance(y, n * (1 - p));
  return errors - deviances - halfLogTwoPi + 0.5 * (Math.log(n / x) - Math.log(y));
}

/** log Γ(z+1) − (z+½)·log z + z − ½·log 2π: small z climbs to where the series is exact. */
function stirlingError(z: number): number {
  let climbed = 0;
  let at = z;
  for (; at < 16; at++) climbed += (at + 0.5) * Math.log1p(1 / at) - 1;
  const square = 1 / (at * at);
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)));
  return climbed + series / at;
}

/** x·log(x/m) + m − x. Near x = m the terms cancel, so a series takes over. */
function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference;
  const v = difference / (x + m);
  let sum = difference * v;
  let term = 2 * x * v;
  for (let j = 1; j < 1000; j++) {
    term *= v * v;
    const next = sum + term / (2 * j + 1);
    if (next === sum) break;
    sum = next;
  }
  return sum;
}
