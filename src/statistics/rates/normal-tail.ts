/** From here on the continued fraction is used: the series would lose digits of a small tail. */
const farOut = 3;

/**
 * The probability that a standard normal variable is above z: 1 − Φ(z), to about 12 digits, however small.
 *
 * Near 0: ½ − φ(z)·(z + z³/3 + z⁵/(3·5) + …), Abramowitz & Stegun 26.2.11. From 3 on the continued fraction
 * φ(z)/(z + 1/(z + 2/(z + 3/(z + …)))), 26.2.14.
 * Edges: NaN is a RangeError. ∞ gives 0 and −∞ gives 1.
 * Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964).
 *
 * @example normalTail(1.959963984540054)  // 0.025
 */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('normalTail needs a number, got NaN');
  if (z < 0) return 1 - normalTail(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (density === 0) return 0;
  return z < farOut ? 0.5 - density * series(z) : density / continued(z);
}

function series(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

function continued(z: number): number {
  let below = z;
  for (let step = 120; step > 0; step--) below = z + step / below;
  return below;
}
