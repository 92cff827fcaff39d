import type { PointEstimate } from '../estimate.ts';
import { type PassCounts, trueNegativeOf, truePositiveOf, whyNoFail, whyNoPass } from '../rates/true-rates.ts';
import { brennanPredigerOf } from './brennan-prediger.ts';
import { kappaOf } from './cohen-kappa.ts';
import { exactOf } from './exact-agreement.ts';
import { gwetOf } from './gwet-ac.ts';
import { kendallOf } from './kendall-tau-b.ts';
import { alphaOf } from './krippendorff-of-table.ts';
import { mccOf, toMccMetric } from './mcc.ts';
import { meanAbsoluteErrorOf } from './mean-absolute-error.ts';
import { meanErrorOf } from './mean-error.ts';
import { type PairCounts, toMetric } from './pair-counts.ts';
import { rootMeanSquareErrorOf } from './root-mean-square-error.ts';
import { scottPiOf } from './scott-pi.ts';
import { spearmanOf } from './spearman.ts';
import { withinOneOf } from './within-one.ts';

/** Metrics that need no categories: they hold for scores of any kind. */
export type ScoreMetric =
  | 'exact'
  | 'within1'
  | 'bias'
  | 'mae'
  | 'rmse'
  | 'alphaOrdinal'
  | 'alphaInterval'
  | 'spearman'
  | 'kendallTauB'
  | 'mcc'
  | 'tpr'
  | 'tnr';

/** All metrics of two raters, by the names that calibrations give them. */
export type TableMetric =
  | ScoreMetric
  | 'kappa'
  | 'kappaLinear'
  | 'kappaQuadratic'
  | 'scottPi'
  | 'alphaNominal'
  | 'gwetAc1'
  | 'gwetAc2'
  | 'brennanPrediger';

/** NaN where the metric is undefined. */
export type ComputeMetric = (pairs: PairCounts, passes: PassCounts) => number;

export const scoreMetrics: Readonly<Record<ScoreMetric, ComputeMetric>> = {
  exact: exactOf,
  within1: withinOneOf,
  bias: meanErrorOf,
  mae: meanAbsoluteErrorOf,
  rmse: rootMeanSquareErrorOf,
  alphaOrdinal: (pairs) => alphaOf(pairs, 'ordinal'),
  alphaInterval: (pairs) => alphaOf(pairs, 'interval'),
  spearman: spearmanOf,
  kendallTauB: kendallOf,
  mcc: (_, passes) => mccOf(passes),
  tpr: (_, passes) => truePositiveOf(passes),
  tnr: (_, passes) => trueNegativeOf(passes),
};

export const tableMetrics: Readonly<Record<TableMetric, ComputeMetric>> = {
  ...scoreMetrics,
  kappa: (pairs) => kappaOf(pairs, 'none'),
  kappaLinear: (pairs) => kappaOf(pairs, 'linear'),
  kappaQuadratic: (pairs) => kappaOf(pairs, 'quadratic'),
  scottPi: scottPiOf,
  alphaNominal: (pairs) => alphaOf(pairs, 'nominal'),
  gwetAc1: (pairs) => gwetOf(pairs, 'none'),
  gwetAc2: (pairs) => gwetOf(pairs, 'quadratic'),
  brennanPrediger: (pairs) => brennanPredigerOf(pairs, 'none'),
};

/** The value of a metric on all pairs, and how many it stands on. */
export function toTableMetric(name: TableMetric, pairs: PairCounts, passes: PassCounts): PointEstimate & { n: number } {
  if (name === 'mcc') return { ...toMccMetric(passes), n: pairs.n };
  if (name === 'tpr') return toRate(truePositiveOf(passes), passes.truePasses + passes.falseFails, whyNoPass);
  if (name === 'tnr') return toRate(trueNegativeOf(passes), passes.trueFails + passes.falsePasses, whyNoFail);
  return { ...toMetric(tableMetrics[name](pairs, passes), pairs), n: pairs.n };
}

function toRate(value: number, n: number, why: string): PointEstimate & { n: number } {
  return n === 0 ? { value: null, n, why } : { value, n };
}
