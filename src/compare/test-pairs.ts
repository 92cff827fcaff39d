import { mcnemarExact } from '../statistics/paired/mcnemar.ts';
import { type SignFlipOptions, signFlipTest } from '../statistics/paired/sign-flip.ts';
import { clusteredMeanInterval } from '../statistics/rates/clustered-mean.ts';
import type { ComparisonVerdict, Difference } from './comparison.ts';
import type { PairTally } from './decided-pairs.ts';

/** Two-sided level of a verdict. */
export const alpha = 0.05;

/** With fewer clusters no test can give a p below 0.05, whatever happened: 2·½⁵ = 0.0625. */
export const fewestClusters = 6;

export interface TestedPairs {
  readonly difference: Difference;
  readonly p: number | null;
  readonly test: string;
}

/**
 * Mean difference with its clustered t interval, and p: McNemar's exact test when every cluster is one pair, else the
 * sign-flip test over whole clusters.
 */
export function testPairs(tally: PairTally, options: SignFlipOptions): TestedPairs {
  if (tally.pairs === 0) {
    const difference = { value: null, low: null, high: null, why: 'no pairs' };
    return { difference, p: null, test: 'no test: no pairs' };
  }
  const { value, low, high } = clusteredMeanInterval(tally.kinds, { min: -1, max: 1 });
  return { difference: { value, low, high }, ...toP(tally, options) };
}

function toP({ improved, regressed, kinds }: PairTally, options: SignFlipOptions): Pick<TestedPairs, 'p' | 'test'> {
  if (kinds.every(({ count }) => count === 1))
    return { p: mcnemarExact(improved, regressed).p, test: 'exact McNemar test' };
  const sums = kinds.flatMap(({ sum, times }) => Array.from({ length: times }, () => sum));
  const { p, method } = signFlipTest(sums, options);
  return {
    p,
    test: method === 'exact' ? 'exact sign-flip test by cluster' : 'sign-flip test by cluster, random flips',
  };
}

/** p and the interval have to agree. */
export function toComparisonVerdict({ difference, p }: Pick<TestedPairs, 'difference' | 'p'>): ComparisonVerdict {
  const { low, high } = difference;
  if (p === null || p >= alpha || low === null || high === null) return 'inconclusive';
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'inconclusive';
}
