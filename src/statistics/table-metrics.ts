import { brennanPredigerOf } from './brennan-prediger-of-table.ts';
import { kappaOf } from './cohen-kappa.ts';
import { exactOf } from './exact-agreement.ts';
import { gwetOf } from './gwet-of-table.ts';
import { kendallOf } from './kendall-tau-b.ts';
import { alphaOf } from './krippendorff-of-table.ts';
import { mccOf, toMccMetric } from './mcc.ts';
import { meanAbsoluteErrorOf } from './mean-absolute-error.ts';
import { meanErrorOf } from './mean-error.ts';
import type { Metric } from './metric.ts';
import { type PairCounts, toMetric } from './pair-counts.ts';
import type { PassCounts } from './pass-table.ts';
import { rootMeanSquareErrorOf } from './root-mean-square-error.ts';
import { scottPiOf } from './scott-pi.ts';
import { spearmanOf } from './spearman.ts';
import { trueNegativeOf, truePositiveOf, whyNoFail, whyNoPass } from './true-rates.ts';
import { withinOneOf } from './within-one.ts';

/** Metrics that need no categories: they hold for scores of any kind. */
export type ScoreMetric =
  | 'exact'
  | 'within1'
  | 'bias'
  | 'mae'
  | 'rmse'
  | 'alpha_ordinal'
  | 'alpha_interval'
  | 'spearman'
  | 'kendall_tau_b'
  | 'mcc'
  | 'tpr'
  | 'tnr';

/** All metrics of two raters, by the names that calibrations give them. */
export type TableMetric =
  | ScoreMetric
  | 'kappa'
  | 'kappa_linear'
  | 'kappa_quadratic'
  | 'scott_pi'
  | 'alpha_nominal'
  | 'gwet_ac1'
  | 'gwet_ac2'
  | 'brennan_prediger';

/** NaN where the metric is undefined. */
export type ComputeMetric = (pairs: PairCounts, passes: PassCounts) => number;

export const scoreMetrics: Readonly<Record<ScoreMetric, ComputeMetric>> = {
  exact: exactOf,
  within1: withinOneOf,
  bias: meanErrorOf,
  mae: meanAbsoluteErrorOf,
  rmse: rootMeanSquareErrorOf,
  alpha_ordinal: (pairs) => alphaOf(pairs, 'ordinal'),
  alpha_interval: (pairs) => alphaOf(pairs, 'interval'),
  spearman: spearmanOf,
  kendall_tau_b: kendallOf,
  mcc: (_, passes) => mccOf(passes),
  tpr: (_, passes) => truePositiveOf(passes),
  tnr: (_, passes) => trueNegativeOf(passes),
};

export const tableMetrics: Readonly<Record<TableMetric, ComputeMetric>> = {
  ...scoreMetrics,
  kappa: (pairs) => kappaOf(pairs, 'none'),
  kappa_linear: (pairs) => kappaOf(pairs, 'linear'),
  kappa_quadratic: (pairs) => kappaOf(pairs, 'quadratic'),
  scott_pi: scottPiOf,
  alpha_nominal: (pairs) => alphaOf(pairs, 'nominal'),
  gwet_ac1: (pairs) => gwetOf(pairs, 'none'),
  gwet_ac2: (pairs) => gwetOf(pairs, 'quadratic'),
  brennan_prediger: (pairs) => brennanPredigerOf(pairs, 'none'),
};

/** The value of a metric on all pairs, and how many it stands on. */
export function toTableMetric(name: TableMetric, pairs: PairCounts, passes: PassCounts): Metric & { n: number } {
  if (name === 'mcc') return { ...toMccMetric(passes), n: pairs.n };
  if (name === 'tpr') return toRate(truePositiveOf(passes), passes.truePasses + passes.falseFails, whyNoPass);
  if (name === 'tnr') return toRate(trueNegativeOf(passes), passes.trueFails + passes.falsePasses, whyNoFail);
  return { ...toMetric(tableMetrics[name](pairs, passes), pairs), n: pairs.n };
}

function toRate(value: number, n: number, why: string): Metric & { n: number } {
  return n === 0 ? { value: null, n, why } : { value, n };
}
