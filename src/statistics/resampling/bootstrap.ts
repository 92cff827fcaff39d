import { quantileOfSorted } from './quantile.ts';
import { type Resampling, resampleGroups } from './resample-groups.ts';

/** The middle 95% of what resamples gave. Undefined is null, with the reason. */
export interface BootstrapInterval {
  readonly low: number | null;
  readonly high: number | null;
  readonly resamples: number;
  /** Resamples whose metric was undefined. */
  readonly unusable: number;
  readonly why?: string;
}

export interface BootstrapOptions extends Partial<Resampling> {
  /** What share of the resamples must have a metric, for an interval to be given; 0.9 when absent. */
  readonly minUsableShare?: number;
}

/** Fewer say nothing of a spread. */
export const minClusters = 2;

const undefinedEnds = { low: null, high: null };
export const tooFewClusters = { ...undefinedEnds, resamples: 0, unusable: 0, why: 'fewer than two clusters' };

export function checkResamples(resamples: number): void {
  if (Number.isInteger(resamples) && resamples >= 1) return;
  throw new RangeError(`a bootstrap needs at least one resample, got ${resamples}`);
}

/**
 * Percentile bootstrap of any metric, by cluster: 95%, quantiles of type 7, seeded.
 *
 * `metric` gets how often each group was drawn (see `resampleGroups`; one cluster a group is always right) and returns
 * its value on that resample, or null where it has none.
 * Edges: fewer than two clusters → null. Resamples without a metric are left out and counted; when less than 90% have
 * one → null. A metric that is the same on every resample gives an interval without width: that is not certainty, and
 * the caller has to say so.
 * Source: B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13; by cluster: A. C. Davison,
 * D. V. Hinkley, "Bootstrap Methods and their Application" (1997), 3.8.
 *
 * @example bootstrapInterval([7, 3], (counts) => counts[1] / 10)  // { low: 0, high: 0.6, resamples: 2000, unusable: 0 }
 */
export function bootstrapInterval(
  groups: ArrayLike<number>,
  metric: (counts: Uint32Array) => number | null,
  { resamples = 2000, seed = 1, minUsableShare = 0.9 }: BootstrapOptions = {},
): BootstrapInterval {
  checkResamples(resamples);
  const clusters = Array.from(groups).reduce((sum, size) => sum + size, 0);
  if (clusters < minClusters) return tooFewClusters;
  const values = new Float64Array(resamples);
  let usable = 0;
  resampleGroups(groups, { resamples, seed }, (counts) => {
    const value = metric(counts);
    if (value !== null && Number.isFinite(value)) values[usable++] = value;
  });
  return middleOf(values.subarray(0, usable), resamples, minUsableShare);
}

/** The middle 95% of the metrics, sorted in place. `resamples`: how many were drawn, with and without a metric. */
export function middleOf(values: Float64Array, resamples: number, minUsableShare: number): BootstrapInterval {
  const unusable = resamples - values.length;
  if (values.length === 0 || values.length < minUsableShare * resamples) {
    return { ...undefinedEnds, resamples, unusable, why: `${unusable} of ${resamples} resamples gave no metric` };
  }
  const sorted = values.sort();
  return { low: quantileOfSorted(sorted, 0.025), high: quantileOfSorted(sorted, 0.975), resamples, unusable };
}
