import { joinList, splitList } from '../../../../../src/base/list-text.ts';
import { type ColumnId, toColumns } from './column-ids.ts';

const name = 'turnwise.explorer.columns';

/** The columns that were chosen in this browser last. */
export function findStoredColumns(storage: Pick<Storage, 'getItem'>): readonly ColumnId[] | undefined {
  return toColumns(splitList(storage.getItem(name) ?? ''));
}

/** undefined: forgets the choice. */
export function storeColumns(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  columns: readonly ColumnId[] | undefined,
): void {
  if (columns === undefined) storage.removeItem(name);
  else storage.setItem(name, joinList(columns));
}
