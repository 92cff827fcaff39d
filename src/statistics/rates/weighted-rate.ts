import { sumOfSquares, toTotals } from './clustered-error.ts';
import type { ClusteredInterval } from './clustered-rate.ts';
import { effectiveSize } from './effective-wilson.ts';
import { kishSize } from './kish-size.ts';
import { toZ, wilsonEnds } from './wilson.ts';

export interface WeightedTrial {
  /** Trials of one cluster are not independent. */
  readonly cluster: string;
  readonly isHit: boolean;
  /** 1 / the chance that the trial was drawn. Default: 1. Only ratios of weights count. */
  readonly weight?: number;
}

/** A rate with its interval, and how many independent, equally weighted trials would make it as sure. */
export interface WeightedRate extends ClusteredInterval {
  readonly effectiveN: number;
}

/**
 * Rate of trials that come in clusters and were drawn with unequal chances: p = Σ wᵢ·hitᵢ / Σ wᵢ (Hájek), with Wilson's
 * interval on the effective sample size.
 *
 * Linearized variance with eᵍ = Σ wᵢ·(hitᵢ − p) over cluster g: v = G/(G − 1) · Σ eᵍ² / (Σ wᵢ)²; nᵉ = p·(1 − p)/v,
 * shrunk for few clusters as in `effectiveWilson`, and never above Kish's size of the trials. Weights that are all the
 * same change nothing: then this is `clusteredRateInterval`.
 * Edges: no trials → null, with a reason. A rate of 0 or 1 and clusters that are all alike show no variance: then nᵉ is
 * Kish's size of the clusters' mean weights, which is the number of clusters if those are equal. A weight that is not
 * above 0 is a RangeError.
 * Source: J. Hájek in "Foundations of Statistical Inference" (1971), p. 236; C.-E. Särndal, B. Swensson, J. Wretman,
 * "Model Assisted Survey Sampling" (1992), 5.7; the interval: see `effectiveWilson`.
 *
 * @example weightedRateInterval([{ cluster: 'a', isHit: true, weight: 5 }, { cluster: 'b', isHit: false, weight: 1.25 }])
 */
export function weightedRateInterval(
  trials: readonly WeightedTrial[],
  { level = 0.95 }: { readonly level?: number } = {},
): WeightedRate {
  const weights = toRelativeWeights(trials.map(({ weight }) => weight));
  const sums = new Map<string, { sum: number; count: number; weight: number }>();
  for (const [place, { cluster, isHit }] of trials.entries()) {
    const weight = weights?.[place] ?? 1;
    const known = sums.get(cluster) ?? { sum: 0, count: 0, weight: 0 };
    known.sum += isHit ? weight : 0;
    known.count += 1;
    known.weight += weight;
    sums.set(cluster, known);
  }
  const clusters = [...sums.values()];
  const totals = toTotals(clusters);
  const counts = { n: totals.n, clusters: totals.clusters };
  if (totals.n === 0) return { value: null, low: null, high: null, ...counts, effectiveN: 0, why: 'no trials' };
  const rate = Math.min(1, totals.sum / totals.weight);
  const atMost = weights === undefined ? totals.n : kishSize(weights);
  const isPlain = weights === undefined && totals.n === totals.clusters;
  const effectiveN = isPlain
    ? totals.n
    : effectiveSize({
        ...{ rate, squares: sumOfSquares(clusters, totals), n: totals.weight, clusters: totals.clusters },
        ...{ countSquares: totals.countSquares, atMost, trials: totals.n, level },
        equalClusters: Math.min(atMost, kishSize(clusters.map(({ weight, count }) => weight / count))),
      });
  return { value: rate, ...wilsonEnds(rate, effectiveN, toZ(level)), ...counts, effectiveN };
}

/** Weights with a mean of 1; undefined if they are all the same, so that their scale leaves no rounding. Absent: 1. */
export function toRelativeWeights(weights: readonly (number | undefined)[]): Float64Array | undefined {
  let sum = 0;
  let areEqual = true;
  for (const weight of weights) {
    if (weight !== undefined && !(weight > 0 && Number.isFinite(weight))) {
      throw new RangeError(`a weight must be a number above 0, got ${weight}`);
    }
    sum += weight ?? 1;
    areEqual &&= (weight ?? 1) === (weights[0] ?? 1);
  }
  if (areEqual) return undefined;
  return Float64Array.from(weights, (weight) => ((weight ?? 1) * weights.length) / sum);
}
