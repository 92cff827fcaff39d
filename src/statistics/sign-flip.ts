import { flippedDistribution } from './flipped-distribution.ts';
import { seededRandom } from './seeded-random.ts';

export interface SignFlipOptions {
  readonly seed?: number;
  /** Of the Monte Carlo way; 9 999 when absent. */
  readonly flips?: number;
}

export interface SignFlipTest {
  /** Two-sided. */
  readonly p: number;
  /** Clusters that differ from 0. */
  readonly nonZero: number;
  readonly method: 'exact' | 'monte-carlo';
  readonly why?: string;
}

/** 2¹⁶ ways to flip are counted one by one. */
const fewClusters = 16;

/**
 * Randomization test of paired differences in clusters: if neither side were better, each cluster's sum would as soon
 * have had the other sign. p is the share of all ways to flip whole clusters whose total is as far from 0 as the one
 * that was seen.
 *
 * Exact when all sums are whole numbers (by their distribution, see `flippedDistribution`) or when at most 16 differ
 * from 0 (all ways counted); else Monte Carlo, seeded, p = (as far + 1) / (flips + 1). With sums of 1 and −1 alone it is
 * McNemar's exact test.
 * Edges: no sum differs from 0 → p is 1, with a reason. p is never 0.
 * Source: R. A. Fisher, "The Design of Experiments" (1935), 21; whole clusters: M. H. Gail et al., "On design
 * considerations and randomization-based inference for community intervention trials", Statistics in Medicine 15 (1996);
 * Monte Carlo: B. Phipson, G. K. Smyth, "Permutation p-values should never be zero", Statistical Applications in Genetics
 * and Molecular Biology 9 (2010).
 *
 * @example signFlipTest([2, 1, 1, -1])  // p = 2·(1 + 3)/16: totals of 5 (one way) and 3 (three ways) on each side
 */
export function signFlipTest(sums: readonly number[], { seed = 1, flips = 9999 }: SignFlipOptions = {}): SignFlipTest {
  const differing = sums.filter((sum) => sum !== 0).map((sum) => Math.abs(sum));
  const seen = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  if (!Number.isFinite(seen)) throw new RangeError('signFlipTest needs finite sums');
  const nonZero = differing.length;
  if (nonZero === 0) return { p: 1, nonZero, method: 'exact', why: 'no cluster differs' };
  const distribution = differing.every(Number.isInteger) ? flippedDistribution(differing) : undefined;
  if (distribution !== undefined) return { p: distribution.shareAsFarAs(seen), nonZero, method: 'exact' };
  // Two sums of the same numbers in another order may differ in their last digits.
  const asFar = seen - 1e-9 * differing.reduce((total, size) => total + size, 0);
  if (nonZero <= fewClusters) return { p: countWays(differing, asFar) / 2 ** nonZero, nonZero, method: 'exact' };
  return { p: (countFlips(differing, { asFar, flips, seed }) + 1) / (flips + 1), nonZero, method: 'monte-carlo' };
}

function countWays(sizes: readonly number[], asFar: number, total = 0, place = 0): number {
  const size = sizes[place];
  if (size === undefined) return Math.abs(total) >= asFar ? 1 : 0;
  return countWays(sizes, asFar, total + size, place + 1) + countWays(sizes, asFar, total - size, place + 1);
}

function countFlips(
  sizes: readonly number[],
  { asFar, flips, seed }: { asFar: number; flips: number; seed: number },
): number {
  const random = seededRandom(seed);
  const values = Float64Array.from(sizes);
  let counted = 0;
  for (let flip = 0; flip < flips; flip++) {
    let total = 0;
    for (const value of values) total += random() < 0.5 ? value : -value;
    if (Math.abs(total) >= asFar) counted++;
  }
  return counted;
}
