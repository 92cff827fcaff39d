import { useState } from 'react';
import { joinList, splitList } from '../../../../src/base/list-text.ts';
import { type ColumnId, firstColumns, toColumns } from './address/column-ids.ts';
import type { ExplorerAddress } from './use-explorer-view.ts';

export interface ChosenColumns {
  readonly columns: readonly ColumnId[];
  readonly change: (columns: readonly ColumnId[] | undefined) => void;
}

/** The columns in the address, otherwise those stored in this browser. A change updates both. */
export function useColumns({ view, change }: ExplorerAddress): ChosenColumns {
  const [stored, setStored] = useState(() => findStoredColumns(localStorage));
  return {
    columns: view.columns ?? stored ?? firstColumns,
    change: (columns) => {
      storeColumns(localStorage, columns);
      setStored(columns);
      change(({ columns: _, ...now }) => (columns === undefined ? now : { ...now, columns }), 'replace');
    },
  };
}

const name = 'turnwise.explorer.columns';

/** The columns chosen last in this browser. */
function findStoredColumns(storage: Pick<Storage, 'getItem'>): readonly ColumnId[] | undefined {
  return toColumns(splitList(storage.getItem(name) ?? ''));
}

/** Undefined removes the stored choice. */
function storeColumns(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  columns: readonly ColumnId[] | undefined,
): void {
  if (columns === undefined) storage.removeItem(name);
  else storage.setItem(name, joinList(columns));
}
