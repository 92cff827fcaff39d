import { studentQuantile } from './student-quantile.ts';
import { wilsonEnds } from './wilson.ts';

export interface ClusteredShare {
  /** 0 to 1. */
  readonly rate: number;
  /** Σ eᵍ² over clusters, see `clusteredStandardError`. */
  readonly squares: number;
  /** Values the rate is the mean of; of weighted ones, the sum of their weights. */
  readonly n: number;
  readonly clusters: number;
  /** Independent trials there are at most. */
  readonly atMost: number;
  /** Weighted values: how many clusters of equal weight are worth as much. Default: `clusters`. */
  readonly equalClusters?: number;
  /** Weighted values: how many there are. Default: `atMost`. */
  readonly trials?: number;
  /** Of the interval. Default: 0.95. */
  readonly level?: number;
}

/**
 * Wilson interval on the effective sample size: as many independent trials as would make the rate as sure as the
 * clusters do, nᵉ = rate·(1 − rate) / variance.
 *
 * Few clusters tell their variance badly: it is corrected by G/(G − 1), and nᵉ shrunk by (t of N − 1 / t of G − 1
 * degrees)² for N trials in all, but not below the smaller of the plain nᵉ and G. A rate of 0 or 1, and clusters that are all alike, tell no
 * variance: then nᵉ is the number of clusters.
 * Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
 * counts estimated from survey data", Survey Methodology 24 (1998); with Wilson: C. Franco et al., "Comparative study of
 * confidence intervals for proportions in complex sample surveys", J. Survey Statistics and Methodology 7 (2019).
 */
export function effectiveWilson(share: ClusteredShare): { low: number; high: number } {
  return wilsonEnds(share.rate, toEffectiveSize(share));
}

/** The nᵉ of `effectiveWilson`: how many independent trials would make the rate as sure. */
export function toEffectiveSize(share: ClusteredShare): number {
  const { rate, squares, n, clusters, atMost, level = 0.95 } = share;
  const { equalClusters = clusters, trials = atMost } = share;
  if (rate === 0 || rate === 1 || squares === 0) return equalClusters;
  const plain = (rate * (1 - rate) * n * n) / squares;
  const quantileSquared = (degrees: number) => studentQuantile((1 + level) / 2, degrees) ** 2;
  const shrunk = (((plain * (clusters - 1)) / clusters) * quantileSquared(trials - 1)) / quantileSquared(clusters - 1);
  return Math.min(atMost, Math.max(shrunk, Math.min(plain, equalClusters)));
}
