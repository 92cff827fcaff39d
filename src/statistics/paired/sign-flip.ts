import { logChoose } from '../rates/log-factorial.ts';
import { seededRandom } from '../resampling/seeded-random.ts';

export interface SignFlipOptions {
  readonly seed?: number;
  /** Number of random flips of the Monte Carlo method. Default: 9,999. */
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

interface FlippedDistribution {
  /** P(|total| ≥ value). */
  shareAsFarAs(value: number): number;
}

/** Additions that take some 20 milliseconds; what needs more is left to chance. */
const maxWork = 20_000_000;

/** Standard deviations of a binomial beyond which it is cut. */
const cutAt = 9;

/** What is cut of one binomial at both ends, by Hoeffding's inequality: 2·exp(−9²/2). */
const cutMass = 2 * Math.exp(-(cutAt * cutAt) / 2);

/**
 * The distribution of a total of whole numbers whose signs are tossed, each + or − with probability ½.
 *
 * Numbers that are alike need only the count of their plusses, which is binomial; the binomials of the distinct numbers
 * are folded into each other. Binomials of more than 324 are cut at 9 standard deviations, and what is cut (less
 * than 10⁻¹⁷ each) is added to every share, so that none is too small.
 * Returns undefined where that is too much work: many distinct, large numbers.
 */
export function flippedDistribution(sizes: readonly number[]): FlippedDistribution | undefined {
  const times = new Map<number, number>();
  for (const size of sizes) times.set(size, (times.get(size) ?? 0) + 1);
  const heads = [...times].map(([size, count]) => ({ size, ...toHeads(count) }));
  if (countWork(heads) > maxWork) return undefined;
  let masses = Float64Array.of(1);
  let sum = 0;
  for (const { size, first, shares } of heads) {
    masses = fold(masses, shares, size);
    sum += size * first;
  }
  const offset = sizes.reduce((total, size) => total + size, 0) - 2 * sum;
  const dropped = heads.filter(({ isCut }) => isCut).length * cutMass;
  return { shareAsFarAs: (value) => Math.min(1, shareOf(masses, offset, value) + dropped) };
}

interface Heads {
  /** The least number of heads that is kept. */
  readonly first: number;
  readonly shares: Float64Array;
  readonly isCut: boolean;
}

/** Probabilities of heads when `coins` coins are tossed. */
function toHeads(coins: number): Heads {
  const reach = Math.ceil((cutAt * Math.sqrt(coins)) / 2);
  const first = Math.max(0, Math.floor(coins / 2) - reach);
  const shares = new Float64Array(coins - 2 * first + 1);
  for (let place = 0; place < shares.length; place++) {
    shares[place] = Math.exp(logChoose(coins, first + place) - coins * Math.LN2);
  }
  return { first, shares, isCut: first > 0 };
}

function fold(masses: Float64Array, shares: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const folded = new Float64Array(masses.length + size * (shares.length - 1));
  for (let heads = 0; heads < shares.length; heads++) {
    // Typed arrays have no holes, and the longest reach is the new length.
    const share = shares[heads] as number;
    const start = heads * size;
    for (let place = 0; place < masses.length; place++) {
      folded[start + place] = (folded[start + place] as number) + (masses[place] as number) * share;
    }
  }
  return folded;
}

/** Place i means the total 2·i − offset. */
function shareOf(masses: Float64Array, offset: number, value: number): number {
  return masses.reduce((sum, mass, place) => (Math.abs(2 * place - offset) >= value ? sum + mass : sum), 0);
}

function countWork(heads: readonly { readonly size: number; readonly shares: Float64Array }[]): number {
  let length = 1;
  let work = 0;
  for (const { size, shares } of heads) {
    work += length * shares.length;
    length += size * (shares.length - 1);
  }
  return work + length;
}
