import type { PointEstimate } from '../estimate.ts';

export interface IccOptions {
  /**
   * 1: every unit has raters of its own. 2: the same raters, drawn from many; they should give the same scores.
   * 3: these raters and no others; they should put units into the same order.
   */
  readonly model: 1 | 2 | 3;
  /** How sure one rater's score is, or the mean of all. */
  readonly of: 'one' | 'mean';
}

/** An intraclass correlation, and the numbers behind it. */
export interface Icc extends PointEstimate {
  /** Units that every rater rated. */
  readonly n: number;
  readonly raters: number;
}

/**
 * Intraclass correlation ICC(model, 1) or ICC(model, k): the share of the spread of scores that comes from the units.
 *
 * By the mean squares of n units × k raters, between units R, between raters C, of the rest E, within units W:
 * (1,1) (R − W)/(R + (k − 1)W) · (2,1) (R − E)/(R + (k − 1)E + k(C − E)/n) · (3,1) (R − E)/(R + (k − 1)E) ·
 * (1,k) (R − W)/R · (2,k) (R − E)/(R + (C − E)/n) · (3,k) (R − E)/R.
 * Edges: a unit with a missing rating (null) is left out. Fewer than two units or raters, or units that do not differ where
 * that is the divisor → null, with a reason. It may be below 0.
 * Source: P. E. Shrout, J. L. Fleiss, "Intraclass correlations: uses in assessing rater reliability", Psychological
 * Bulletin 86 (1979).
 *
 * @example icc([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8]], { model: 2, of: 'one' })
 */
export function icc(units: readonly (readonly (number | null)[])[], { model, of }: IccOptions): Icc {
  const { rows, raters } = toComplete(units);
  const counts = { n: rows.length, raters };
  if (raters < 2) return { value: null, ...counts, why: 'there are fewer than two raters' };
  if (rows.length < 2) return { value: null, ...counts, why: 'fewer than two units have a score of every rater' };
  const squares = toMeanSquares(rows, raters);
  if (squares.total === 0) return { value: null, ...counts, why: 'every score is the same' };
  const { above, below } = toRatio(squares, { model, of, n: rows.length, raters });
  if (below <= 1e-12 * squares.total) return { value: null, ...counts, why: 'the units do not differ' };
  return { value: above / below, ...counts };
}

interface MeanSquares {
  readonly units: number;
  readonly raters: number;
  readonly rest: number;
  readonly within: number;
  /** Sum of all squares. */
  readonly total: number;
}

interface Design extends IccOptions {
  readonly n: number;
  readonly raters: number;
}

function toRatio(squares: MeanSquares, { model, of, n, raters: k }: Design): { above: number; below: number } {
  const error = model === 1 ? squares.within : squares.rest;
  const above = squares.units - error;
  const betweenRaters = model === 2 ? (squares.raters - error) / n : 0;
  if (of === 'mean') return { above, below: squares.units + betweenRaters };
  return { above, below: squares.units + (k - 1) * error + k * betweenRaters };
}

/** Taken from the first score, so that scores that are all the same give squares of exactly 0. */
function toMeanSquares(scores: readonly (readonly number[])[], k: number): MeanSquares {
  const origin = scores[0]?.[0] ?? 0;
  const rows = scores.map((row) => row.map((score) => score - origin));
  const n = rows.length;
  const mean = toMean(rows.map(toMean));
  const ofUnits = rows.map((row) => toMean(row) - mean);
  const ofRaters = Array.from({ length: k }, (_, rater) => toMean(rows.map((row) => row[rater] ?? 0)) - mean);
  const between = k * sumOfSquares(ofUnits);
  const columns = n * sumOfSquares(ofRaters);
  const rest = rows.reduce(
    (sum, row, unit) =>
      sum + sumOfSquares(row.map((score, rater) => score - mean - (ofUnits[unit] ?? 0) - (ofRaters[rater] ?? 0))),
    0,
  );
  return {
    units: between / (n - 1),
    raters: columns / (k - 1),
    rest: rest / ((n - 1) * (k - 1)),
    within: (columns + rest) / (n * (k - 1)),
    total: between + columns + rest,
  };
}

function toComplete(units: readonly (readonly (number | null)[])[]): { rows: number[][]; raters: number } {
  const raters = units[0]?.length ?? 0;
  const rows: number[][] = [];
  for (const unit of units) {
    if (unit.length !== raters) {
      throw new RangeError(`every unit must have an entry for each rater, got ${unit.length} and ${raters}`);
    }
    const scores = unit.filter((score) => score !== null);
    const strange = scores.find((score) => !Number.isFinite(score));
    if (strange !== undefined) throw new RangeError(`a score must be a finite number, got ${strange}`);
    if (scores.length === raters) rows.push(scores);
  }
  return { rows, raters };
}

function toMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumOfSquares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
