import { type ClusterSum, clusteredStandardError } from './clustered-error.ts';
import type { ClusteredInterval } from './clustered-rate.ts';
import { studentQuantile } from './student-quantile.ts';
import { type Bounds, unseenSpread } from './unseen-spread.ts';

/**
 * 95 % interval of a mean whose values come in clusters: mean ± t·SE, with the clustered standard error and t of G − 1
 * degrees of freedom. With clusters of one value it is the usual t interval.
 *
 * `bounds`: what a value can be at least and at most, as 0 and 1 for a unit score; the interval stays inside.
 * Edges: no values → null, with a reason. One cluster, or all clusters alike: the spread is unknown; with bounds the
 * interval is that of `unseenSpread`, without them its ends are null, with a reason. Clusters without values do not count.
 *
 * @example clusteredMeanInterval([{ sum: 1.2, count: 2 }, { sum: 0.9, count: 1 }], { min: 0, max: 1 })
 */
export function clusteredMeanInterval(clusters: readonly ClusterSum[], bounds?: Bounds): ClusteredInterval {
  const { mean, value: error, why, ...counts } = clusteredStandardError(clusters);
  if (mean === null) return { value: null, low: null, high: null, ...counts, why: why ?? 'no values' };
  if (!Number.isFinite(mean)) return { value: null, low: null, high: null, ...counts, why: 'the sum is too large' };
  if (bounds !== undefined && !isInside(mean, bounds)) {
    throw new RangeError(`the mean ${mean} is outside its bounds ${bounds.min} to ${bounds.max}`);
  }
  if (error === null || error === 0) {
    if (bounds !== undefined) return { value: mean, ...unseenSpread(mean, counts.clusters, bounds), ...counts };
    return { value: mean, low: null, high: null, ...counts, why: why ?? 'all alike, so the spread is unknown' };
  }
  const half = studentQuantile(0.975, counts.clusters - 1) * error;
  const { min, max } = bounds ?? { min: -Infinity, max: Infinity };
  return { value: mean, low: Math.max(min, mean - half), high: Math.min(max, mean + half), ...counts };
}

/** What rounding adds to a mean of values at the bound is no mistake. */
function isInside(mean: number, { min, max }: Bounds): boolean {
  const slack = 1e-9 * Math.max(1, Math.abs(min), Math.abs(max));
  return mean >= min - slack && mean <= max + slack;
}
