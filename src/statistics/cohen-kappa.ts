import type { ContingencyTable } from './contingency-table.ts';
import { type AgreementWeights, crossedDisagreement, observedDisagreement } from './disagreement.ts';
import { toKappaErrors } from './kappa-errors.ts';
import type { Metric } from './metric.ts';
import { type PairCounts, toMetric, toPairCounts } from './pair-counts.ts';

export interface KappaOptions {
  /** `none` when absent. */
  readonly weights?: AgreementWeights;
  /** The scores of rows and columns, where they are not evenly apart; 0, 1, 2, … when absent. */
  readonly values?: readonly number[];
}

export interface CohenKappa extends Metric {
  /** Of κ as it is, for an interval. */
  readonly standardError: number | null;
  /** What it would be if only chance made the two agree, for a test of κ = 0. */
  readonly standardErrorAtZero: number | null;
}

/**
 * Cohen's κ: how much more two raters agree than chance would make them, if each kept to the shares of scores that it
 * gives. 1 is perfect, 0 is chance, below 0 is worse than chance.
 *
 * κ = 1 − n·Σ d(i, j)·nᵢⱼ / Σ d(i, j)·rowᵢ·columnⱼ, with the disagreement d: 1 for each that differs (`none`), |i − j|
 * (`linear`) or (i − j)² (`quadratic`). Standard errors are for large n and independent pairs.
 * Edges: no pairs, or both raters gave one and the same score throughout → null, with a reason. A rater who always gives
 * one score, while the other does not, has κ = 0, however often the two agree.
 * Source: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960);
 * "Weighted kappa", Psychological Bulletin 70 (1968). Standard errors: J. L. Fleiss, J. Cohen, B. S. Everitt, "Large
 * sample standard errors of kappa and weighted kappa", Psychological Bulletin 72 (1969).
 *
 * @example cohenKappa([[20, 5], [10, 15]])  // { value: 0.4, standardError: 0.127…, standardErrorAtZero: 0.138… }
 */
export function cohenKappa(table: ContingencyTable, { weights = 'none', values }: KappaOptions = {}): CohenKappa {
  const pairs = toPairCounts(table, values);
  const kappa = kappaOf(pairs, weights);
  if (Number.isNaN(kappa)) return { ...toMetric(kappa, pairs), standardError: null, standardErrorAtZero: null };
  return { value: kappa, ...toKappaErrors(pairs, weights, kappa) };
}

/** The same of counted pairs; NaN where it is undefined. */
export function kappaOf(pairs: PairCounts, weights: AgreementWeights): number {
  if (pairs.scores < 2) return Number.NaN;
  return 1 - (pairs.n * observedDisagreement(pairs, weights)) / crossedDisagreement(pairs, weights);
}
