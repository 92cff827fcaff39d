import { useState } from 'react';
import { type ColumnId, firstColumns } from './address/column-ids.ts';
import { findStoredColumns, storeColumns } from './address/stored-columns.ts';
import type { ExplorerAddress } from './use-explorer-view.ts';

export interface ChosenColumns {
  readonly columns: readonly ColumnId[];
  readonly change: (columns: readonly ColumnId[] | undefined) => void;
}

/** The columns of the address, else those that this browser remembers. A choice goes into both. */
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
