import type { PointEstimate } from '../estimate.ts';
import { checkRatingCounts, type RatingCounts } from './rating-counts.ts';

/** Agreement above chance, with the two numbers it is made of. */
export interface ChanceCorrected extends PointEstimate {
  /** Share of agreement there was. */
  readonly observed: number | null;
  /** Share of agreement that chance alone would give. */
  readonly expected: number | null;
  /** Units with at least two ratings. */
  readonly n: number;
}

/**
 * (observed − expected) / (1 − expected): 1 when all agree, 0 when they agree as much as chance would have it.
 * Edges: nothing to compare, or distances too large for a number → null. Chance alone would give full agreement → null.
 */
export function toChanceCorrected({ observed, n }: ObservedAgreement, expected: number): ChanceCorrected {
  if (observed === null) return { value: null, observed, expected: null, n, why: noPairs };
  if (1 - expected <= 1e-12) return { value: null, observed, expected, n, why: allAlike };
  const value = (observed - expected) / (1 - expected);
  return Number.isFinite(value) ? { value, observed, expected, n } : { ...outOfRange, n };
}

/** Scores whose distances overflow a number, or vanish in one. */
export const outOfRange = {
  value: null,
  observed: null,
  expected: null,
  why: 'the scores are too far apart, or too close together, to compute with',
} as const;

export const noPairs = 'no unit has two ratings';
export const allAlike = 'every rating is the same, so chance alone would give full agreement';
export const oneCategory = 'there is only one category, so no disagreement is possible';

export interface ObservedAgreement {
  /** Null when no unit has two ratings. */
  readonly observed: number | null;
  readonly n: number;
}

/** Mean over units with two ratings of Σ r_k·(r*_k − 1) / (r·(r − 1)), r*_k = Σ w_kl·r_l: the share of pairs that agree. */
export function toObservedAgreement(counts: RatingCounts, weights: readonly (readonly number[])[]): ObservedAgreement {
  let sum = 0;
  let n = 0;
  for (const row of counts) {
    const ratings = total(row);
    if (ratings < 2) continue;
    n += 1;
    sum += agreeing(row, weights) / (ratings * (ratings - 1));
  }
  return { observed: n === 0 ? null : sum / n, n };
}

function agreeing(row: readonly number[], weights: readonly (readonly number[])[]): number {
  return row.reduce((sum, count, place) => {
    if (count === 0) return sum;
    const weighted = row.reduce((inner, other, column) => inner + other * (weights[place]?.[column] ?? 0), 0);
    return sum + count * (weighted - 1);
  }, 0);
}

/** Mean over units with a rating of each category's share among the ratings of the unit. */
export function toCategoryShares(counts: RatingCounts): readonly number[] {
  const rated = counts.filter((row) => total(row) > 0);
  const shares: number[] = Array.from({ length: checkRatingCounts(counts) }, () => 0);
  for (const row of rated) {
    const ratings = total(row);
    for (const [place, count] of row.entries()) shares[place] = (shares[place] ?? 0) + count / ratings / rated.length;
  }
  return shares;
}

function total(row: readonly number[]): number {
  return row.reduce((sum, count) => sum + count, 0);
}
