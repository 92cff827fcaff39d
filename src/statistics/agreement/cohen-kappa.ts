import type { PointEstimate } from '../estimate.ts';
import type { ContingencyTable } from './contingency-table.ts';
import { type AgreementWeights, crossedDisagreement, observedDisagreement, toDisagreement } from './disagreement.ts';
import { type PairCounts, toPairCounts, toPointEstimate } from './pair-counts.ts';

export interface KappaOptions {
  /** `none` when absent. */
  readonly weights?: AgreementWeights;
  /** The scores of rows and columns, where they are not evenly apart; 0, 1, 2, … when absent. */
  readonly values?: readonly number[];
}

export interface CohenKappa extends PointEstimate {
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
  if (Number.isNaN(kappa)) return { ...toPointEstimate(kappa, pairs), standardError: null, standardErrorAtZero: null };
  return { value: kappa, ...toKappaErrors(pairs, weights, kappa) };
}

/** Takes pairs that are already counted. NaN where the metric is undefined. */
export function kappaOf(pairs: PairCounts, weights: AgreementWeights): number {
  if (pairs.scores < 2) return Number.NaN;
  return 1 - (pairs.n * observedDisagreement(pairs, weights)) / crossedDisagreement(pairs, weights);
}

/**
 * Standard errors of κ, see `cohenKappa`, which must be defined. With shares p of cells, r of rows and c of columns,
 * w(i, j) = 1 − d(i, j)/largest d, wᵢ = Σⱼ cⱼ·w(i, j), wⱼ = Σᵢ rᵢ·w(i, j) and chance agreement e = Σ rᵢ·cⱼ·w(i, j):
 * variance = [Σ pᵢⱼ·(w(i, j) − (wᵢ + wⱼ)·(1 − κ))² − (κ − e·(1 − κ))²] / (n·(1 − e)²), and for κ = 0
 * [Σ rᵢ·cⱼ·(w(i, j) − wᵢ − wⱼ)² − e²] / (n·(1 − e)²).
 */
function toKappaErrors(
  pairs: PairCounts,
  weights: AgreementWeights,
  kappa: number,
): { standardError: number; standardErrorAtZero: number } {
  const weight = weighing(pairs, weights);
  const rows = shares(pairs.rows, pairs.n);
  const columns = shares(pairs.columns, pairs.n);
  const ofRows = rows.map((_, row) => sum(columns, (share, column) => share * weight(row, column)));
  const ofColumns = columns.map((_, column) => sum(rows, (share, row) => share * weight(row, column)));
  const chance = sum(rows, (share, row) => share * at(ofRows, row));
  const mean = (row: number, column: number) => at(ofRows, row) + at(ofColumns, column);
  const spread = sum(pairs.counts, (count, cell) => {
    const [row, column] = [pairs.human[cell] ?? 0, pairs.judge[cell] ?? 0];
    return (count / pairs.n) * (weight(row, column) - mean(row, column) * (1 - kappa)) ** 2;
  });
  const spreadAtZero = sum(rows, (ofRow, row) =>
    sum(columns, (ofColumn, column) => ofRow * ofColumn * (weight(row, column) - mean(row, column)) ** 2),
  );
  // What rounding leaves of 0, a little more or less, is taken for 0.
  const toError = (variance: number) => Math.sqrt((variance > 1e-14 ? variance : 0) / pairs.n) / (1 - chance);
  return {
    standardError: toError(spread - (kappa - chance * (1 - kappa)) ** 2),
    standardErrorAtZero: toError(spreadAtZero - chance ** 2),
  };
}

function weighing({ values }: PairCounts, weights: AgreementWeights): (row: number, column: number) => number {
  const largest = toDisagreement(at(values, values.length - 1) - at(values, 0), weights);
  return (row, column) => 1 - toDisagreement(at(values, column) - at(values, row), weights) / largest;
}

function shares(counts: Float64Array, n: number): Float64Array {
  return counts.map((count) => count / n);
}

function sum(values: Float64Array, of: (value: number, place: number) => number): number {
  return values.reduce((total, value, place) => total + of(value, place), 0);
}

/** Typed arrays have no holes: a place inside the length has a number. */
function at(values: Float64Array, place: number): number {
  return values[place] as number;
}
