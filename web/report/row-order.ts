import type { CaseRow } from './page-cases.ts';

/** Sort orders of the list. The default is the order of the run. */
export const rowOrders = ['score', 'time', 'cost'] as const;
export type RowOrder = (typeof rowOrders)[number];

/** Rows are sorted by these numbers, smallest first. */
const ranks: Readonly<Record<RowOrder, (row: CaseRow) => number>> = {
  score: ({ score }) => score ?? Number.POSITIVE_INFINITY,
  time: ({ latencyMs }) => -latencyMs,
  cost: ({ costUsd }) => -costUsd,
};

/** Sorts the rows. Equal rows keep the order of the run. */
export function orderRows(rows: readonly CaseRow[], order: RowOrder | undefined): readonly CaseRow[] {
  if (order === undefined) return rows;
  const rank = ranks[order];
  return rows.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)];
    // Infinity − Infinity is NaN, for two rows without a score.
    return first === second ? 0 : first - second;
  });
}

/** Whether the rows differ in this metric. */
export function canOrder(rows: readonly CaseRow[], order: RowOrder): boolean {
  const [first, ...rest] = rows;
  return first !== undefined && rest.some((row) => ranks[order](row) !== ranks[order](first));
}

/** The metric that the list is sorted by, unless the row shows it anyway. */
export function listOrderFacts({ latencyMs, costUsd }: CaseRow, order: RowOrder | undefined): readonly string[] {
  if (order === 'time') return [`${toDigits(latencyMs / 1000)} s`];
  return order === 'cost' ? [`$${toDigits(costUsd)}`] : [];
}

function toDigits(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 2 });
}
