import { isPlainObject } from '../../base/plain-object.ts';

/** The keys of a text that says what a good reply is, in rubrics and their score ranges. */
export const outcomeKeys = ['outcome', 'expected_outcome', 'criteria', 'description'];

/** A range of the scores of a rubric, and what it means. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The score ranges of a rubric: with both ends, or by the lowest score of each range, which ends below the next one. */
export function listBands(ranges: unknown): readonly Band[] {
  if (Array.isArray(ranges)) return ranges.flatMap(toBand);
  if (!isPlainObject(ranges)) return [];
  const starts = Object.entries(ranges)
    .map(([from, text]) => ({ from: Number(from), text: String(text) }))
    .filter(({ from }) => isRubricScore(from))
    .sort((one, other) => one.from - other.from);
  return starts.map(({ from, text }, index) => ({ from, to: (starts[index + 1]?.from ?? 11) - 1, text }));
}

function toBand(range: unknown): readonly Band[] {
  if (!isPlainObject(range) || !Array.isArray(range.score_range)) return [];
  const [from, to]: readonly unknown[] = range.score_range;
  const text = outcomeKeys.map((key) => range[key]).find((one) => typeof one === 'string');
  if (!isRubricScore(from) || !isRubricScore(to) || typeof text !== 'string') return [];
  return [{ from, to, text }];
}

/** Rubrics with ranges are scored in whole numbers from 0 to 10. */
export function isRubricScore(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10;
}
