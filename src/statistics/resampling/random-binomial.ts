import { logFactorial } from '../rates/log-factorial.ts';
import type { Random } from './seeded-random.ts';

/**
 * Draws how many of n trials succeed when each does so with the given probability. Exact, not a normal approximation.
 *
 * Fewer than 10 successes (or failures) to be expected: inversion, walking up from 0. Else transformed rejection,
 * whose time does not grow with n.
 * Edges: probability 0 → 0, probability 1 → n.
 * Source: W. Hörmann, "The generation of binomial random variates", Journal of Statistical Computation and Simulation
 * 46 (1993), algorithm BTRS; inversion: V. Kachitvichyanukul, B. W. Schmeiser, CACM 31 (1988), algorithm BINV.
 *
 * @example randomBinomial(100, 0.3, seededRandom(7))  // about 30
 */
export function randomBinomial(trials: number, probability: number, random: Random): number {
  if (trials === 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - randomBinomial(trials, 1 - probability, random);
  return trials * probability < 10 ? invert(trials, probability, random) : reject(trials, probability, random);
}

/** The probability of 0 cannot underflow: with fewer than 10 expected and p ≤ ½ it is above e⁻¹⁴. */
function invert(trials: number, probability: number, random: Random): number {
  const odds = probability / (1 - probability);
  let mass = (1 - probability) ** trials;
  let left = random();
  let successes = 0;
  while (left >= mass && successes < trials) {
    left -= mass;
    successes++;
    mass *= (odds * (trials - successes + 1)) / successes;
  }
  return successes;
}

/** Names of constants as in the paper. */
function reject(trials: number, probability: number, random: Random): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const center = trials * probability + 0.5;
  const accepted = 0.92 - 4.2 / b;
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const edge = 0.5 - Math.abs(u);
    const successes = Math.floor(((2 * a) / edge + b) * u + center);
    if (edge >= 0.07 && v <= accepted) return successes;
    if (successes < 0 || successes > trials || edge <= 0) continue;
    const alpha = (2.83 + 5.1 / b) * deviation;
    const height = Math.log((v * alpha) / (a / (edge * edge) + b));
    if (height <= logMassOverMode(successes, trials, probability)) return successes;
  }
}

/** log of P(k) / P(mode). */
function logMassOverMode(k: number, trials: number, probability: number): number {
  const mode = Math.floor((trials + 1) * probability);
  const factorials = logFactorial(mode) + logFactorial(trials - mode) - logFactorial(k) - logFactorial(trials - k);
  return factorials + (k - mode) * Math.log(probability / (1 - probability));
}
