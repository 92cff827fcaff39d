import { useMemo, useState } from 'react';
import type { ItemRow } from '../../../../src/contract/item-row.ts';
import type { ItemKey } from '../../data/item-key.ts';
import type { RowCursor } from './table/use-row-window.ts';

export interface MovingCursor {
  readonly cursor: RowCursor;
  /** The item it stands on. */
  readonly row: ItemRow | undefined;
  /** Puts it on a row that was clicked. */
  put(index: number): void;
  /** Takes the focus to the row it stands on, else to the first. */
  enter(): void;
  /** By keys: gives the row it is on then. */
  move(by: -1 | 1): ItemRow | undefined;
}

/** Which row keys speak of: where it was put last in this list, else that of the preview. */
export function useRowCursor(rows: readonly ItemRow[], listKey: string, open: ItemKey | undefined): MovingCursor {
  const [last, setLast] = useState<RowCursor & { readonly listKey: string }>();
  const openIndex = useMemo(
    () => (open === undefined ? -1 : rows.findIndex(({ dataset, id }) => dataset === open.dataset && id === open.id)),
    [rows, open],
  );
  const cursor: RowCursor = useMemo(() => {
    if (last !== undefined && last.listKey === listKey) return last;
    return { index: openIndex < 0 ? undefined : openIndex, isMoved: false };
  }, [last, listKey, openIndex]);
  return {
    cursor,
    row: cursor.index === undefined ? undefined : rows[cursor.index],
    put: (index) => setLast({ index, isMoved: false, listKey }),
    enter: () => setLast({ index: cursor.index ?? 0, isMoved: true, listKey }),
    move: (by) => {
      const index = Math.min(Math.max((cursor.index ?? (by > 0 ? -1 : 1)) + by, 0), rows.length - 1);
      if (rows[index] !== undefined) setLast({ index, isMoved: true, listKey });
      return rows[index];
    },
  };
}
