import { checkValues } from '../agreement/contingency-table.ts';
import { pairPlaces, pairScores } from '../agreement/pair-counts.ts';
import { type MetricName, metricNames, needsSteps, type ScoreMetric } from '../metric-table.ts';
import type { BootstrapOptions } from './bootstrap.ts';
import { type BootstrappedMetric, bootstrapMetrics } from './bootstrap-metrics.ts';

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
 * Edges and source: as `bootstrapInterval`. An interval without width (a judge that is right each time) is no certainty.
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
 * The same for scores of any kind, where there are no categories: `human` and `judge` are the scores themselves, and only
 * metrics that need none are given.
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
