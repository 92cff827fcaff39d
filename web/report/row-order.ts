import type { CaseRow } from './page-cases.ts';

/** Orders of the list besides the one in which cases were played. */
export const rowOrders = ['score', 'time', 'cost'] as const;
export type RowOrder = (typeof rowOrders)[number];

/** What stands first is the least of these. */
const ranks: Readonly<Record<RowOrder, (row: CaseRow) => number>> = {
  score: ({ score }) => score ?? Number.POSITIVE_INFINITY,
  time: ({ latencyMs }) => -latencyMs,
  cost: ({ costUsd }) => -costUsd,
};

/** In this order; rows that are equal stay as they were played. */
export function orderRows(rows: readonly CaseRow[], order: RowOrder | undefined): readonly CaseRow[] {
  if (order === undefined) return rows;
  const rank = ranks[order];
  return rows.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)];
    // Two that have no score: their difference is no number.
    return first === second ? 0 : first - second;
  });
}

/** Whether the rows differ in it at all. */
export function canOrder(rows: readonly CaseRow[], order: RowOrder): boolean {
  const [first, ...rest] = rows;
  return first !== undefined && rest.some((row) => ranks[order](row) !== ranks[order](first));
}

/** The metric by which the list is ordered, where a row does not show it anyway. */
export function listOrderFacts({ latencyMs, costUsd }: CaseRow, order: RowOrder | undefined): readonly string[] {
  if (order === 'time') return [`${toDigits(latencyMs / 1000)} s`];
  return order === 'cost' ? [`$${toDigits(costUsd)}`] : [];
}

function toDigits(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 2 });
}
