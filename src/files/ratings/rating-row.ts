import { type Problem, toError } from '../../base/fault.ts';
import type { WrittenValue } from '../syntax/written-table.ts';

/** A rating of a file. */
export interface RatingRow {
  readonly unit: string;
  readonly rater: string;
  /** null: the rater gave no score. Text: scores are names. */
  readonly score: number | string | null;
  readonly conversation?: string;
}

/** A rating before its score is parsed. Only at the end of the file is it known whether scores are names. */
export interface WrittenRating {
  readonly unit: WrittenValue;
  readonly rater: WrittenValue;
  readonly score: WrittenValue;
  readonly conversation?: WrittenValue;
}

export function toBlank(name: 'unit' | 'rater', { place }: WrittenValue): Problem {
  return toError({ code: 'RATINGS_BAD_ROW', message: `The ${name} is blank.`, hint: `Fill in the ${name}.`, ...place });
}
