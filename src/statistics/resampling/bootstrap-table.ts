import { checkValues } from '../agreement/contingency-table.ts';
import { type PairedScores, pairPlaces, pairScores, sumMargins } from '../agreement/pair-counts.ts';
import type { Estimate } from '../estimate.ts';
import {
  type MetricName,
  metricNames,
  needsSteps,
  type ScoreMetric,
  toDeclaration,
  toMetricPoint,
} from '../metric-table.ts';
import { countPasses, type PassCounts } from '../rates/true-rates.ts';
import {
  type BootstrapInterval,
  type BootstrapOptions,
  checkResamples,
  middleOf,
  minClusters,
  tooFewClusters,
} from './bootstrap.ts';
import { addGroups, groupClusters, numberClusters } from './cluster-groups.ts';
import { resampleGroups } from './resample-groups.ts';

// The names that the type leaves are those that need no steps.
const scoreMetrics = metricNames.filter((name) => !needsSteps(name)) as readonly ScoreMetric[];

/** Pairs of scores, one a place in three lists that are equally long. */
export interface ScorePairs {
  readonly human: ArrayLike<number>;
  readonly judge: ArrayLike<number>;
  /** Any number that pairs of one cluster share: they may go together. Each pair is its own cluster when absent. */
  readonly cluster?: ArrayLike<number>;
}

export interface ScoreBootstrapOptions extends BootstrapOptions {
  /** Scores from here upwards pass. */
  readonly pass: number;
}

export interface TableBootstrapOptions extends ScoreBootstrapOptions {
  /** The scores of the scale, rising, used or not. */
  readonly values: readonly number[];
}

/**
 * Every metric of human against judge on a scale of steps, each with the interval of one cluster bootstrap for all: whole
 * clusters are drawn, as many as there are, their pairs put in a table, and all metrics computed from it.
 *
 * `human` and `judge` are places in `values`. What each metric means, and when it is undefined, its own function says:
 * exact `exactAgreement` · within1 `withinOne` · bias `meanError` · mae `meanAbsoluteError` · rmse `rootMeanSquareError` ·
 * kappa, kappaLinear, kappaQuadratic `cohenKappa` · scottPi `scottPi` · alphaNominal, alphaOrdinal, alphaInterval `krippendorffOfTable` · gwetAc1, gwetAc2
 * (quadratic) `gwetOfTable` · brennanPrediger `brennanPredigerOfTable` · spearman `spearmanOfTable` · kendallTauB
 * `kendallTauBOfTable` · mcc, tpr, tnr at the passing score `mcc`, `truePositiveRate`, `trueNegativeRate`.
 * Edges and source: as `bootstrapInterval`. An interval without width (a judge that is right each time) is not proof.
 *
 * @example bootstrapTable({ human: [0, 1, 2], judge: [0, 2, 2] }, { values: [1, 2, 3], pass: 3 }).kappa
 */
export function bootstrapTable(
  { human, judge, cluster }: ScorePairs,
  options: TableBootstrapOptions,
): Readonly<Record<MetricName, BootstrappedMetric>> {
  const { values } = options;
  checkValues(values, values.length);
  const paired = pairPlaces(
    { human: toPlaces(human, values.length), judge: toPlaces(judge, values.length) },
    Float64Array.from(values),
  );
  return bootstrapMetrics(paired, {
    ...options,
    metrics: [...scoreMetrics, ...metricNames.filter(needsSteps)],
    clusters: cluster ?? paired.cellOf.map((_, pair) => pair),
  });
}

/**
 * Computes the metrics that need no categories, for scores of any kind: `human` and `judge` are the scores themselves.
 *
 * @example bootstrapScores({ human: [0.2, 0.9], judge: [0.3, 0.7] }, { pass: 0.5 }).mae
 */
export function bootstrapScores(
  { human, judge, cluster }: ScorePairs,
  options: ScoreBootstrapOptions,
): Readonly<Record<ScoreMetric, BootstrappedMetric>> {
  const paired = pairScores(human, judge);
  return bootstrapMetrics(paired, {
    ...options,
    metrics: scoreMetrics,
    clusters: cluster ?? paired.cellOf.map((_, pair) => pair),
  });
}

function toPlaces(places: ArrayLike<number>, scores: number): Int32Array {
  const whole = Int32Array.from(places);
  for (let pair = 0; pair < whole.length; pair++) {
    const place = whole[pair] ?? 0;
    if (place === places[pair] && place >= 0 && place < scores) continue;
    throw new RangeError(`a score must be an index from 0 to below ${scores}, got ${places[pair]}`);
  }
  return whole;
}

/** A metric of `n` pairs with its interval. `why` says what is undefined: the value, or the interval alone. */
export type BootstrappedMetric = Estimate & BootstrapInterval;

interface MetricBootstrap<Name extends MetricName> {
  readonly metrics: readonly Name[];
  /** The cluster of each pair: a number that the pairs of one cluster share. */
  readonly clusters: ArrayLike<number>;
  /** Scores from here upwards pass. */
  readonly pass: number;
  readonly resamples?: number;
  readonly seed?: number;
  readonly minUsableShare?: number;
}

/** The metrics of all pairs with their intervals. It overwrites the counts in `pairs` with those of a resample. */
function bootstrapMetrics<Name extends MetricName>(
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
