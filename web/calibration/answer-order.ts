import type { PageJudge } from '../../src/format/calibration-page.ts';
import { type AnswerKind, toAnswerKind } from './answer-kind.ts';
import type { AnswerRow } from './page-samples.ts';

/** Sort orders of the list. The default is worst first. */
export const answerOrders = ['kind', 'harsh', 'given'] as const;
export type AnswerOrder = (typeof answerOrders)[number];

/** The rank of rows without a difference. They come after all rows with one. */
const after: Readonly<Record<AnswerKind, number>> = {
  disagreements: 0,
  flips: 0,
  ungraded: 1,
  agreements: 2,
  unlabeled: 3,
};

/**
 * The rows in each order, sorted once. Worst first: the largest difference as a share of the scale, since decks may
 * have different scales. Among equal differences, flips come first. Ungraded answers and agreements follow.
 */
export function orderAnswers(
  rows: readonly AnswerRow[],
  judges: readonly PageJudge[],
): (order: AnswerOrder | undefined) => readonly AnswerRow[] {
  const ranked = rows.map((row) => toRank(row, judges[row.judge]));
  const made = new Map<AnswerOrder | undefined, readonly AnswerRow[]>([['given', rows]]);
  const sort = (order: AnswerOrder | undefined) => {
    const rank = ranks[order ?? 'worst'];
    return ranked.toSorted((one, other) => compareRanks(rank(one), rank(other))).map(({ row }) => row);
  };
  return (order) => {
    const known = made.get(order) ?? sort(order);
    made.set(order, known);
    return known;
  };
}

interface RankedRow {
  readonly row: AnswerRow;
  readonly kind: AnswerKind;
  /** Judge score − human score as a share of the scale. 0 if one of the scores is missing. */
  readonly difference: number;
}

function toRank(row: AnswerRow, judge: PageJudge | undefined): RankedRow {
  const { human, said } = row;
  const kind = toAnswerKind(row, judge ?? { pass: 0 });
  const [least, greatest] = judge?.scale ?? [0, 1];
  const difference = human === null || said === null ? 0 : (said - human) / (greatest - least || 1);
  // Rounded to remove binary fraction noise, so that equal differences compare as equal.
  return { row, kind, difference: Number(difference.toPrecision(12)) };
}

/** Rows are sorted by these numbers, smallest first. */
const ranks: Readonly<Record<'worst' | AnswerOrder, (row: RankedRow) => readonly number[]>> = {
  worst: ({ kind, difference }) => [after[kind], -Math.abs(difference), kind === 'flips' ? 0 : 1],
  kind: ({ kind, difference }) => [after[kind], -difference],
  harsh: ({ kind, difference }) => [after[kind], difference],
  given: () => [0],
};

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [place, part] of one.entries()) {
    const difference = part - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
