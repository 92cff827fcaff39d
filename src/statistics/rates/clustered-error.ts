/** The values of one cluster, added up. */
export interface ClusterSum {
  /** Sum of the values, each times its weight where they are weighted. */
  readonly sum: number;
  readonly count: number;
  /** How many clusters are alike. Default: 1. */
  readonly times?: number;
  /** Sum of the weights of the values. Default: `count`, each value has weight 1. */
  readonly weight?: number;
}

/** A mean and how sure it is. Undefined is null, with the reason. */
export interface ClusteredError {
  readonly mean: number | null;
  /** Standard error of the mean. */
  readonly value: number | null;
  readonly n: number;
  readonly clusters: number;
  readonly why?: string;
}

/**
 * Standard error of a mean (or rate, or mean difference) whose values come in clusters: values of one cluster may go
 * together, those of different clusters may not.
 *
 * With the mean m over all n values and eᵍ = sumᵍ − countᵍ·m for each of G clusters:
 * SE = √( G/(G − 1) · Σ eᵍ² ) / n. Clusters of one value give the usual s/√n.
 * Weighted values: m = Σ sumᵍ / Σ weightᵍ (Hájek), and weights take the place of counts, so that their scale cancels.
 * Edges: no values, or one cluster → null, with a reason. Clusters without values do not count. All clusters alike → 0,
 * which means that no spread was seen, not that there is none.
 * Source: K.-Y. Liang, S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986),
 * with the correction G/(G − 1) ("CR1").
 *
 * @example clusteredStandardError([{ sum: 2, count: 2 }, { sum: 0, count: 2 }])  // { mean: 0.5, value: 0.5, … }
 */
export function clusteredStandardError(clusters: readonly ClusterSum[]): ClusteredError {
  const totals = toTotals(clusters);
  if (totals.n === 0) return { mean: null, value: null, n: 0, clusters: 0, why: 'no values' };
  const mean = totals.sum / totals.weight;
  const counts = { n: totals.n, clusters: totals.clusters };
  if (totals.clusters === 1) return { mean, value: null, ...counts, why: 'one cluster has no spread' };
  const correction = totals.clusters / (totals.clusters - 1);
  return { mean, value: Math.sqrt(correction * sumOfSquares(clusters, totals)) / totals.weight, ...counts };
}

interface Totals {
  readonly sum: number;
  readonly n: number;
  /** Equal to n where values are not weighted. */
  readonly weight: number;
  readonly clusters: number;
  /** Σ count² over clusters; of weighted values, Σ weight². */
  readonly countSquares: number;
}

export function toTotals(list: readonly ClusterSum[]): Totals {
  let sum = 0;
  let n = 0;
  let weight = 0;
  let clusters = 0;
  let countSquares = 0;
  for (const cluster of list) {
    const times = cluster.times ?? 1;
    if (!(Number.isInteger(cluster.count) && cluster.count >= 0) || !Number.isFinite(cluster.sum) || !(times >= 0)) {
      throw new RangeError(
        `a cluster must be the sum of a whole number of values, got ${cluster.sum} of ${cluster.count}`,
      );
    }
    if (cluster.count === 0) continue;
    sum += cluster.sum * times;
    n += cluster.count * times;
    weight += toWeight(cluster) * times;
    clusters += times;
    countSquares += toWeight(cluster) ** 2 * times;
  }
  // `times` may be parts of a whole; the counts are not.
  return { sum, n: Math.round(n), weight, clusters: Math.round(clusters), countSquares };
}

/**
 * Σ eᵍ². The numerator of e = (sumᵍ·n − countᵍ·sum)/n is exact for whole numbers, so that clusters that are alike give
 * 0; what rounding leaves of other values is taken for 0 too.
 */
export function sumOfSquares(clusters: readonly ClusterSum[], { sum, weight }: Pick<Totals, 'sum' | 'weight'>): number {
  let squares = 0;
  let largest = 0;
  for (const cluster of clusters) {
    const from = (cluster.sum * weight - toWeight(cluster) * sum) / weight;
    squares += from * from * (cluster.times ?? 1);
    largest = Math.max(largest, Math.abs(cluster.sum));
  }
  return Math.sqrt(squares) <= 1e-12 * largest ? 0 : squares;
}

function toWeight({ weight, count }: ClusterSum): number {
  if (weight === undefined) return count;
  if (weight > 0 && Number.isFinite(weight)) return weight;
  throw new RangeError(`a cluster must have a sum of weights above 0, got ${weight}`);
}
