import { type PairedScores, sumMargins } from '../agreement/pair-counts.ts';
import type { Estimate } from '../estimate.ts';
import { type MetricName, toDeclaration, toMetricPoint } from '../metric-table.ts';
import { countPasses, type PassCounts } from '../rates/true-rates.ts';
import { type BootstrapInterval, checkResamples, middleOf, minClusters, tooFewClusters } from './bootstrap.ts';
import { addGroups, groupClusters } from './cluster-groups.ts';
import { resampleGroups } from './resample-groups.ts';

/** A metric of `n` pairs with its interval. `why` says what is undefined: the value, or the interval alone. */
export type BootstrappedMetric = Estimate & BootstrapInterval;

export interface MetricBootstrap<Name extends MetricName> {
  readonly metrics: readonly Name[];
  /** Of each pair: a number that the pairs of one cluster share. */
  readonly clusters: ArrayLike<number>;
  /** Scores from here upwards pass. */
  readonly pass: number;
  readonly resamples?: number;
  readonly seed?: number;
  readonly minUsableShare?: number;
}

/** The metrics of all pairs with their intervals. It uses up `pairs`: their counts are those of a resample afterwards. */
export function bootstrapMetrics<Name extends MetricName>(
  { pairs, cellOf }: PairedScores,
  { metrics, clusters, pass, resamples = 2000, seed = 1, minUsableShare = 0.9 }: MetricBootstrap<Name>,
): Readonly<Record<Name, BootstrappedMetric>> {
  checkResamples(resamples);
  const passFrom = pairs.values.filter((value) => value < pass).length;
  const passes: PassCounts = { truePasses: 0, falsePasses: 0, falseFails: 0, trueFails: 0 };
  countPasses(pairs, passFrom, passes);
  const kept = metrics.map((name) => ({
    name,
    point: toMetricPoint(name, pairs, passes),
    compute: toDeclaration(name).compute,
    values: new Float64Array(resamples),
    usable: 0,
  }));
  const groups = groupClusters({ cellOf, cells: pairs.counts.length, ...numberClusters(clusters, cellOf.length) });
  const isEnough = groups.clusters >= minClusters;
  resampleGroups(groups.sizes, { resamples: isEnough ? resamples : 0, seed }, (drawn) => {
    addGroups(groups.byCell, drawn, pairs.counts);
    sumMargins(pairs);
    countPasses(pairs, passFrom, passes);
    for (const metric of kept) {
      const value = metric.compute(pairs, passes);
      if (Number.isFinite(value)) metric.values[metric.usable++] = value;
    }
  });
  const entries = kept.map(({ name, point, values, usable }) => {
    const interval = isEnough ? middleOf(values.subarray(0, usable), resamples, minUsableShare) : tooFewClusters;
    return [name, { ...interval, ...point }];
  });
  // One entry a name.
  return Object.fromEntries(entries) as Record<Name, BootstrappedMetric>;
}

/** Clusters by numbers from 0, without gaps, in the order they come in. */
export function numberClusters(
  clusters: ArrayLike<number>,
  pairs: number,
): { clusterOf: Int32Array; clusters: number } {
  if (clusters.length !== pairs) throw new RangeError(`each of ${pairs} pairs needs a cluster, got ${clusters.length}`);
  const numbers = new Map<number, number>();
  const clusterOf = new Int32Array(pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const cluster = clusters[pair] ?? 0;
    const number = numbers.get(cluster) ?? numbers.size;
    if (number === numbers.size) numbers.set(cluster, number);
    clusterOf[pair] = number;
  }
  return { clusterOf, clusters: numbers.size };
}
