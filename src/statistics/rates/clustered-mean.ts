import { type ClusterSum, clusteredStandardError } from './clustered-error.ts';
import type { ClusteredInterval } from './clustered-rate.ts';
import { studentQuantile } from './student-quantile.ts';
import { type Bounds, unseenSpread } from './unseen-spread.ts';

/**
 * Interval of a mean whose values come in clusters, at 95% unless another level is given: mean ± t·SE, with the clustered
 * standard error and t of G − 1 degrees of freedom, or fewer where few clusters make up the spread (see
 * `spreadDegrees`). For clusters of one value without outliers it is the usual t interval.
 *
 * `bounds`: what a value can be at least and at most, as 0 and 1 for a unit score; the interval stays inside.
 * Edges: no values → null, with a reason. One cluster, or all clusters alike: the spread is unknown; with bounds the
 * interval is that of `unseenSpread`, without them its ends are null, with a reason. Clusters without values do not count.
 * Source: F. E. Satterthwaite, "An approximate distribution of estimates of variance components", Biometrics Bulletin 2
 * (1946), for the degrees of freedom.
 *
 * @example clusteredMeanInterval([{ sum: 1.2, count: 2 }, { sum: 0.9, count: 1 }], { min: 0, max: 1 })
 */
export function clusteredMeanInterval(
  clusters: readonly ClusterSum[],
  bounds?: Bounds,
  level = 0.95,
): ClusteredInterval {
  const { mean, value: error, why, ...counts } = clusteredStandardError(clusters);
  if (mean === null) return { value: null, low: null, high: null, ...counts, why: why ?? 'no values' };
  if (!Number.isFinite(mean)) return { value: null, low: null, high: null, ...counts, why: 'the sum is too large' };
  if (bounds !== undefined && !isInside(mean, bounds)) {
    throw new RangeError(`the mean ${mean} is outside its bounds ${bounds.min} to ${bounds.max}`);
  }
  if (error === null || error === 0) {
    if (bounds !== undefined)
      return { value: mean, ...unseenSpread(mean, counts.clusters, { ...bounds, level }), ...counts };
    return { value: mean, low: null, high: null, ...counts, why: why ?? 'all alike, so the spread is unknown' };
  }
  const half = toQuantile(spreadDegrees(clusters, mean), level) * error;
  const { min, max } = bounds ?? { min: -Infinity, max: Infinity };
  return { value: mean, low: Math.max(min, mean - half), high: Math.min(max, mean + half), ...counts };
}

/**
 * Degrees of freedom of the variance between clusters: 2G/(κ − 1) with the kurtosis κ = G·Σe⁴/(Σe²)², at least 1 and at
 * most G − 1. For normal values κ is 3 and nothing changes. If 5 of 100 cases improve and the others stay the same, the
 * spread comes from 5 cases, and t of 99 degrees would claim to know it far too well.
 */
function spreadDegrees(clusters: readonly ClusterSum[], mean: number): number {
  const parts = clusters.flatMap(({ sum, count, weight = count, times = 1 }) =>
    count === 0 ? [] : [{ from: Math.abs(sum - weight * mean), times }],
  );
  // Relative to the largest, because fourth powers of tiny values would vanish.
  const largest = parts.reduce((most, { from }) => Math.max(most, from), 0);
  let count = 0;
  let squares = 0;
  let fourths = 0;
  for (const { from, times } of parts) {
    const square = (from / largest) ** 2;
    count += times;
    squares += times * square;
    fourths += times * square * square;
  }
  const most = Math.round(count) - 1;
  const kurtosis = (count * fourths) / squares ** 2;
  return kurtosis > 1 ? Math.max(1, Math.min(most, (2 * count) / (kurtosis - 1))) : most;
}

/** Between whole degrees of freedom on a straight line, so that rounding cannot make the interval jump. */
function toQuantile(degrees: number, level: number): number {
  const below = Math.floor(degrees);
  const at = (whole: number) => studentQuantile((1 + level) / 2, whole);
  return degrees === below ? at(below) : at(below) + (degrees - below) * (at(below + 1) - at(below));
}

/** A mean of values at the bound may exceed it by a rounding error. */
function isInside(mean: number, { min, max }: Bounds): boolean {
  const slack = 1e-9 * Math.max(1, Math.abs(min), Math.abs(max));
  return mean >= min - slack && mean <= max + slack;
}
