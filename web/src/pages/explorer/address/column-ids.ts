import type { ItemOrder } from '../../../data/items.ts';

/** What the table can show of an item, in the order it is offered. */
export const columnIds = [
  'status',
  'id',
  'dataset',
  'question',
  'answer',
  'turns',
  'references',
  'tags',
  'turnTags',
  'updated',
  'by',
  'reviewed',
  'heldBy',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** Until somebody chooses. */
export const firstColumns: readonly ColumnId[] = ['status', 'id', 'question', 'turns', 'references', 'tags', 'updated'];

/** Columns that the server can order the list by. */
export const sortOfColumn: Readonly<Partial<Record<ColumnId, NonNullable<ItemOrder['sortBy']>>>> = {
  id: 'id',
  references: 'totalReferences',
  tags: 'tagCount',
  updated: 'updatedAt',
  reviewed: 'reviewedAt',
};

/**
 * A choice of columns, whoever wrote it: unknown names and repetitions fall out. The question is always there: it is the
 * link of the row. Nothing that is known: no choice.
 */
export function toColumns(written: readonly unknown[]): readonly ColumnId[] | undefined {
  const known = columnIds.filter((id) => written.includes(id));
  if (known.length === 0) return undefined;
  const chosen = known.sort((one, other) => written.indexOf(one) - written.indexOf(other));
  return chosen.includes('question') ? chosen : ['question', ...chosen];
}
