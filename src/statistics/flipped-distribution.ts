import { logChoose } from './log-factorial.ts';

export interface FlippedDistribution {
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

/** Probabilities of heads when so many coins are tossed. */
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

/** Place i stands for the total 2·i − offset. */
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
