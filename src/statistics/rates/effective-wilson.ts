import { studentQuantile } from './student-quantile.ts';
import { wilsonEnds } from './wilson.ts';

interface ClusteredShare {
  /** 0 to 1. */
  readonly rate: number;
  /** Σ eᵍ² over clusters, see `clusteredStandardError`. */
  readonly squares: number;
  /** Values the rate is the mean of, each from 0 to 1; of weighted ones, the sum of their weights. */
  readonly n: number;
  readonly clusters: number;
  /** Σ count² over clusters. */
  readonly countSquares: number;
  /** Independent trials there are at most. */
  readonly atMost: number;
  /** Weighted values: how many clusters of equal weight are worth as much. Default: `clusters`. */
  readonly equalClusters?: number;
  /** Weighted values: how many there are. Default: `atMost`. */
  readonly trials?: number;
  /** Level of the interval. Default: 0.95. */
  readonly level?: number;
}

/** Wilson interval on the effective sample size of `effectiveSize`. */
export function effectiveWilson(share: ClusteredShare): { low: number; high: number } {
  return wilsonEnds(share.rate, effectiveSize(share));
}

/**
 * Effective sample size of a rate whose values come in clusters: the number of independent trials that would make the
 * rate as sure as the clusters do, nᵉ = rate·(1 − rate)·n²/Σ eᵍ².
 *
 * The variance that few values show is uncertain, in three ways:
 * - A rare outcome seen in a few clusters says little about how far values of one cluster go together. So Σ eᵍ² is
 *   moved toward the most it could be, rate·(1 − rate)·Σ count² for clusters whose values are all equal: by
 *   1/(1 + k) of the way when the rarer outcome was seen k times, as if it had been seen one more time, at its worst.
 * - G clusters underestimate their variance by (G − 1)/G, and t of G − 1 degrees is wider than t of N − 1: nᵉ shrinks by
 *   both, but not below the smaller of the size above and G. N is the trials in all, and the most that nᵉ can be.
 * - A rate of 0 or 1, and clusters that are all alike, show no variance. Then nᵉ is the number of clusters.
 *
 * Measured by `npm run bench -- coverage`.
 * Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
 * counts estimated from survey data", Survey Methodology 24 (1998); with Wilson: C. Franco et al., "Comparative study of
 * confidence intervals for proportions in complex sample surveys", J. Survey Statistics and Methodology 7 (2019). The move
 * toward equal values is our own.
 *
 * @example effectiveSize({ rate: 0.7, squares: 18.9, n: 30, clusters: 10, countSquares: 90, atMost: 30 })  // 10
 */
export function effectiveSize(share: ClusteredShare): number {
  const { rate, squares, n, clusters, countSquares, atMost, level = 0.95 } = share;
  const { equalClusters = clusters, trials = atMost } = share;
  if (rate === 0 || rate === 1 || squares === 0) return equalClusters;
  const variance = rate * (1 - rate);
  const rarer = trials * Math.min(rate, 1 - rate);
  const likely = squares + Math.max(0, variance * countSquares - squares) / (1 + rarer);
  const plain = (variance * n * n) / likely;
  const quantileSquared = (degrees: number) => studentQuantile((1 + level) / 2, degrees) ** 2;
  const shrunk = (((plain * (clusters - 1)) / clusters) * quantileSquared(trials - 1)) / quantileSquared(clusters - 1);
  return Math.min(atMost, Math.max(shrunk, Math.min(plain, equalClusters)));
}
