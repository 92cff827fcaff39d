import { normalQuantile } from './normal-quantile.ts';

/** From here on the expansion is good to 8 digits and more. */
const manyDegrees = 200;

/**
 * The value below which Student's t with `degrees` degrees of freedom falls with the given probability.
 *
 * Fewer than 200 degrees: bisection on the finite sums of Abramowitz & Stegun 26.7.3 and 26.7.4. More: the expansion
 * around the normal quantile, 26.7.5. Good to 8 digits for probabilities from 10⁻⁶ to 1 − 10⁻⁶.
 * Edges: degrees that are not a whole number ≥ 1, and probabilities not strictly between 0 and 1, are a RangeError.
 * Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964).
 *
 * @example studentQuantile(0.975, 10)  // 2.2281…
 */
export function studentQuantile(probability: number, degrees: number): number {
  if (!Number.isInteger(degrees) || degrees < 1) {
    throw new RangeError(`studentQuantile needs degrees of freedom of 1 or more, got ${degrees}`);
  }
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees);
  const normal = normalQuantile(probability);
  return degrees < manyDegrees ? bisect(2 * probability - 1, degrees) : expand(normal, degrees);
}

/** t = √degrees · tan(angle); the share of t inside ± grows with the angle, from 0 at 0 to 1 at π/2. */
function bisect(share: number, degrees: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let step = 0; step < 60; step++) {
    const angle = (low + high) / 2;
    if (shareInside(angle, degrees) < share) low = angle;
    else high = angle;
  }
  return Math.sqrt(degrees) * Math.tan((low + high) / 2);
}

function shareInside(angle: number, degrees: number): number {
  const cosine = Math.cos(angle);
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

function expand(z: number, degrees: number): number {
  const square = z * z;
  const first = (square + 1) / 4;
  const second = ((5 * square + 16) * square + 3) / 96;
  const third = (((3 * square + 19) * square + 17) * square - 15) / 384;
  const fourth = ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160;
  return z * (1 + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees);
}
