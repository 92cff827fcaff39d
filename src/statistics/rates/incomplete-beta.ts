import { logBinomialDensity } from './binomial-density.ts';

/** Both tails of a beta distribution, and their logarithms for tails too small for a number. */
interface BetaTails {
  /** Iₓ(a, b) = P(X ≤ x). */
  readonly lower: number;
  /** 1 − Iₓ(a, b). */
  readonly upper: number;
  readonly logLower: number;
  readonly logUpper: number;
}

/**
 * Regularized incomplete beta function Iₓ(a, b) = ∫₀ˣ t^(a−1)(1−t)^(b−1) dt / B(a, b), with its complement.
 *
 * The smaller tail comes from the continued fraction of `betaFraction`, the larger one is 1 minus it, so both have a
 * relative error of about 1e-13 for a, b ≥ 1 up to 1e6. Where a or b is below 1, the tail on that side can be 1 minus a
 * number near 1 and loses digits.
 *
 * Edges: x = 0 and x = 1 give 0 and 1. a or b not above 0, and x outside 0 to 1, are a RangeError.
 * Source: NIST Digital Library of Mathematical Functions, 8.17.
 *
 * @example incompleteBeta(0.8, 17, 1).upper  // 1 − 0.8¹⁷ = 0.977…
 */
export function incompleteBeta(x: number, a: number, b: number): BetaTails {
  if (!(a > 0 && b > 0 && Number.isFinite(a + b) && x >= 0 && x <= 1)) {
    throw new RangeError(`incompleteBeta needs a, b > 0 and 0 ≤ x ≤ 1, got x ${x}, a ${a}, b ${b}`);
  }
  if (x === 0) return { lower: 0, upper: 1, logLower: -Infinity, logUpper: 0 };
  if (x === 1) return { lower: 1, upper: 0, logLower: 0, logUpper: -Infinity };
  // x^a (1−x)^b / B(a, b), without the logarithm of B, which cancels for a large a + b.
  const logFront = Math.log(a) + Math.log(b / (a + b)) + logBinomialDensity(a, a + b, x);
  if (isLowerSmaller(x, a, b)) {
    const logLower = logFront - Math.log(a) + Math.log(betaFraction(x, a, b));
    const lower = Math.exp(logLower);
    return { lower, upper: 1 - lower, logLower, logUpper: Math.log1p(-lower) };
  }
  const logUpper = logFront - Math.log(b) + Math.log(betaFraction(1 - x, b, a));
  const upper = Math.exp(logUpper);
  return { lower: 1 - upper, upper, logLower: Math.log1p(-upper), logUpper };
}

/** Whether `betaFraction` converges fast at x, and Iₓ(a, b) is the tail to compute. Else compute the other one. */
export function isLowerSmaller(x: number, a: number, b: number): boolean {
  return x * (a + b + 2) < a + 1;
}

/**
 * The continued fraction f in Iₓ(a, b) = x^a (1−x)^b / (a·B(a, b)) · f, by Lentz's method. It takes on the order of
 * √max(a, b) steps where `isLowerSmaller`.
 *
 * Source: NIST Digital Library of Mathematical Functions, 8.17.22.
 */
export function betaFraction(x: number, a: number, b: number): number {
  const most = 1000 + 20 * Math.sqrt(Math.max(a, b));
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= most; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 2e-16) break;
  }
  return fraction;
}

/** Keeps Lentz's denominators away from 0. */
function away(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
