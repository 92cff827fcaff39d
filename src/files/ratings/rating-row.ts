import type { Place, Problem } from '../../base/fault.ts';

/** One rating as a file has it. */
export interface RatingRow {
  readonly unit: string;
  readonly rater: string;
  /** Null: asked, and did not say. A text where scores are names. */
  readonly score: number | string | null;
  readonly conversation?: string;
}

/** A cell or value as it was written, with its place. */
export interface WrittenValue {
  readonly text: string;
  readonly place: Place & Pick<Problem, 'reading'>;
  /** In JSON: it is in quotes, which a number is not. */
  readonly isName?: boolean;
}

/** A rating before its score is read: whether scores are names is known at the end of the file only. */
export interface WrittenRating {
  readonly unit: WrittenValue;
  readonly rater: WrittenValue;
  readonly score: WrittenValue;
  readonly conversation?: WrittenValue;
}

export const ratingKeys = ['unit', 'rater', 'score', 'conversation'] as const;
export type RatingKey = (typeof ratingKeys)[number];

export const neededKeys: readonly RatingKey[] = ['unit', 'rater', 'score'];
