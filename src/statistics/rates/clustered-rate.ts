import type { Estimate } from '../estimate.ts';
import { sumOfSquares, toTotals } from './clustered-error.ts';
import { effectiveWilson } from './effective-wilson.ts';
import { wilsonInterval } from './wilson.ts';

export interface RateCluster {
  readonly successes: number;
  readonly trials: number;
}

/** A rate or mean with its interval, and the number of clusters behind it. */
export interface ClusteredInterval extends Estimate {
  readonly clusters: number;
}

/**
 * 95% CI of a rate whose trials come in clusters, such as repeats of a case or questions of one conversation.
 *
 * Wilson's interval on the effective sample size, see `effectiveWilson`; never on more than there are trials.
 * Edges: no trials → null, with a reason. Clusters of one trial each give exactly Wilson's interval. 0 of n and n of n
 * use the number of clusters. Clusters without trials do not count.
 *
 * @example clusteredRateInterval([{ successes: 3, trials: 3 }, { successes: 0, trials: 3 }])
 */
export function clusteredRateInterval(clusters: readonly RateCluster[]): ClusteredInterval {
  const sums = clusters.map(({ successes, trials }) => {
    if (!Number.isInteger(successes) || successes < 0 || successes > trials) {
      throw new RangeError(`a cluster needs whole numbers 0 ≤ successes ≤ trials, got ${successes} of ${trials}`);
    }
    return { sum: successes, count: trials };
  });
  const totals = toTotals(sums);
  if (totals.n === totals.clusters) return { ...wilsonInterval(totals.sum, totals.n), clusters: totals.clusters };
  const rate = totals.sum / totals.n;
  const squares = sumOfSquares(sums, totals);
  const ends = effectiveWilson({ ...totals, rate, squares, atMost: totals.n });
  return { value: rate, ...ends, n: totals.n, clusters: totals.clusters };
}
