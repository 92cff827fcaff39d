import { type AgreementWeights, toDisagreement } from './disagreement.ts';
import type { PairCounts } from './pair-counts.ts';

/**
 * Standard errors of κ, see `cohenKappa`, which must be defined. With shares p of cells, r of rows and c of columns,
 * w(i, j) = 1 − d(i, j)/largest d, wᵢ = Σⱼ cⱼ·w(i, j), wⱼ = Σᵢ rᵢ·w(i, j) and chance agreement e = Σ rᵢ·cⱼ·w(i, j):
 * variance = [Σ pᵢⱼ·(w(i, j) − (wᵢ + wⱼ)·(1 − κ))² − (κ − e·(1 − κ))²] / (n·(1 − e)²), and for κ = 0
 * [Σ rᵢ·cⱼ·(w(i, j) − wᵢ − wⱼ)² − e²] / (n·(1 − e)²).
 */
export function toKappaErrors(
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
