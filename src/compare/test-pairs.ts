import { mcnemarExact } from '../statistics/mcnemar.ts';
import { type SignFlipOptions, signFlipTest } from '../statistics/sign-flip.ts';
import type { ComparisonVerdict, Difference } from './comparison.ts';
import type { PairTally } from './decided-pairs.ts';

/** What is false by chance in fewer than 5 % of comparisons is believed. */
const alpha = 0.05;

/** With fewer clusters no test can give a p below 0.05, whatever happened: 2·½⁵ = 0.0625. */
export const fewestClusters = 6;

export interface TestedPairs {
  readonly p: number;
  readonly test: string;
}

/** McNemar's exact test when every cluster is one pair; else whole clusters are flipped. */
export function testPairs({ wins, losses, kinds }: PairTally, options: SignFlipOptions): TestedPairs {
  if (kinds.every(({ pairs }) => pairs === 1)) return { p: mcnemarExact(wins, losses).p, test: 'exact McNemar test' };
  const sums = kinds.flatMap(({ difference, times }) => Array.from({ length: times }, () => difference));
  const { p, method } = signFlipTest(sums, options);
  return {
    p,
    test: method === 'exact' ? 'exact sign-flip test by cluster' : 'sign-flip test by cluster, random flips',
  };
}

export interface Gain {
  readonly difference: Difference;
  readonly wins: number;
  /** Pairs that A passed and of which B has no verdict. */
  readonly lostPasses: number;
}

/** Had the lost passes been losses, B would not be ahead: such a gain is not believed, whatever the test says. */
export function isHollowGain({ difference: { value }, wins, lostPasses }: Gain): boolean {
  return value !== null && value > 0 && lostPasses > wins;
}

/** The test and the interval have to agree. */
export function toComparisonVerdict({ low, high }: Difference, p: number | null): ComparisonVerdict {
  if (p === null || p >= alpha || low === null || high === null) return 'undecided';
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'undecided';
}
