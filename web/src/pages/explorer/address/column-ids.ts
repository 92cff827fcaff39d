import type { ItemOrder } from '../../../data/items.ts';

/** The columns of the table, in the order they are offered. */
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

/** The default columns. */
export const firstColumns: readonly ColumnId[] = ['status', 'id', 'question', 'turns', 'references', 'tags', 'updated'];

/** The columns that the server can sort by. */
export const sortOfColumn: Readonly<Partial<Record<ColumnId, NonNullable<ItemOrder['sortBy']>>>> = {
  id: 'id',
  references: 'totalReferences',
  tags: 'tagCount',
  updated: 'updatedAt',
  reviewed: 'reviewedAt',
};

/**
 * Cleans up an untrusted list of columns: unknown names and duplicates are dropped. The question is always included,
 * because it is the link of the row. Undefined if no name is known.
 */
export function toColumns(written: readonly unknown[]): readonly ColumnId[] | undefined {
  const known = columnIds.filter((id) => written.includes(id));
  if (known.length === 0) return undefined;
  const chosen = known.sort((one, other) => written.indexOf(one) - written.indexOf(other));
  return chosen.includes('question') ? chosen : ['question', ...chosen];
}
