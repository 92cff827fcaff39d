import { brennanPredigerOf } from './brennan-prediger-of-table.ts';
import { kappaOf } from './cohen-kappa.ts';
import { exactOf } from './exact-agreement.ts';
import type { Figure } from './figure.ts';
import { gwetOf } from './gwet-of-table.ts';
import { kendallOf } from './kendall-tau-b.ts';
import { alphaOf } from './krippendorff-of-table.ts';
import { mccOf, toMccFigure } from './mcc.ts';
import { meanAbsoluteErrorOf } from './mean-absolute-error.ts';
import { meanErrorOf } from './mean-error.ts';
import { type PairCounts, toFigure } from './pair-counts.ts';
import type { PassCounts } from './pass-table.ts';
import { rootMeanSquareErrorOf } from './root-mean-square-error.ts';
import { scottPiOf } from './scott-pi.ts';
import { spearmanOf } from './spearman.ts';
import { trueNegativeOf, truePositiveOf, whyNoFail, whyNoPass } from './true-rates.ts';
import { withinOneOf } from './within-one.ts';

/** Figures that need no categories: they hold for scores of any kind. */
export type ScoreFigure =
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

/** All figures of two raters, by the names that calibrations give them. */
export type TableFigure =
  | ScoreFigure
  | 'kappa'
  | 'kappa_linear'
  | 'kappa_quadratic'
  | 'scott_pi'
  | 'alpha_nominal'
  | 'gwet_ac1'
  | 'gwet_ac2'
  | 'brennan_prediger';

/** NaN where the figure is undefined. */
export type ComputeFigure = (pairs: PairCounts, passes: PassCounts) => number;

export const scoreFigures: Readonly<Record<ScoreFigure, ComputeFigure>> = {
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

export const tableFigures: Readonly<Record<TableFigure, ComputeFigure>> = {
  ...scoreFigures,
  kappa: (pairs) => kappaOf(pairs, 'none'),
  kappa_linear: (pairs) => kappaOf(pairs, 'linear'),
  kappa_quadratic: (pairs) => kappaOf(pairs, 'quadratic'),
  scott_pi: scottPiOf,
  alpha_nominal: (pairs) => alphaOf(pairs, 'nominal'),
  gwet_ac1: (pairs) => gwetOf(pairs, 'none'),
  gwet_ac2: (pairs) => gwetOf(pairs, 'quadratic'),
  brennan_prediger: (pairs) => brennanPredigerOf(pairs, 'none'),
};

/** The value of a figure on all pairs, and how many it stands on. */
export function toTableFigure(name: TableFigure, pairs: PairCounts, passes: PassCounts): Figure & { n: number } {
  if (name === 'mcc') return { ...toMccFigure(passes), n: pairs.n };
  if (name === 'tpr') return toRate(truePositiveOf(passes), passes.truePasses + passes.falseFails, whyNoPass);
  if (name === 'tnr') return toRate(trueNegativeOf(passes), passes.trueFails + passes.falsePasses, whyNoFail);
  return { ...toFigure(tableFigures[name](pairs, passes), pairs), n: pairs.n };
}

function toRate(value: number, n: number, why: string): Figure & { n: number } {
  return n === 0 ? { value: null, n, why } : { value, n };
}
