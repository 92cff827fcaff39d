import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { listFittingColumns, type ShownColumns, toLeastWidth, toTracks } from './fitting-columns.ts';
import { ItemTableHead } from './ItemTableHead.tsx';
import { ItemTableRow } from './ItemTableRow.tsx';
import { PendingRow } from './PendingRow.tsx';
import type { RowActs } from './RowLink.tsx';
import type { ItemRows } from './use-item-rows.ts';
import { type ItemTableOptions, useItemTable } from './use-item-table.ts';
import { type RowCursor, toRowStyle, useRowWindow } from './use-row-window.ts';

export interface ItemTableProps {
  readonly list: ItemRows;
  readonly listKey: string;
  readonly cursor: RowCursor;
  readonly acts: RowActs;
  readonly columns: ShownColumns;
  readonly keyword: string;
  readonly order: ItemTableOptions['order'];
}

const rowHeight = 54;
const headHeight = 36;

/** The items as a table. Only visible rows are in the document. */
export function ItemTable({ list, listKey, cursor, acts, columns, keyword, order }: ItemTableProps) {
  const { scroller, places, height } = useRowWindow({ list, listKey, cursor, rowHeight, headHeight });
  const width = useWidth(scroller);
  const fitting = useMemo(
    () => (columns.mustFit ? listFittingColumns(columns.chosen, width) : columns.chosen),
    [columns.mustFit, columns.chosen, width],
  );
  const tracks = toTracks(fitting);
  const rows = places.flatMap(({ index }) => {
    const item = list.rows[index];
    return item === undefined ? [] : [{ index, item }];
  });
  const table = useItemTable({ rows, columns: fitting, order, keyword, acts });
  const shown = new Map(table.getRowModel().rows.map((row) => [row.original.index, row]));
  return (
    <div className="relative min-h-0 flex-1 overflow-auto" ref={scroller}>
      <table
        aria-busy={list.status === 'loading' || list.isOld}
        aria-label="Conversations"
        aria-rowcount={list.total + 1}
        className="block w-full"
        style={{ minWidth: `${toLeastWidth(fitting)}rem` }}
      >
        <ItemTableHead headers={table.getHeaderGroups()[0]?.headers ?? []} tracks={tracks} />
        <tbody className={list.isOld ? 'relative block opacity-60' : 'relative block'} style={{ height }}>
          {places.map(({ index, top }) => {
            const row = shown.get(index);
            const place = { top, height: rowHeight, tracks };
            if (row !== undefined)
              return (
                <ItemTableRow isCursor={cursor.index === index} key={index} keyword={keyword} place={place} row={row} />
              );
            return (
              <tr
                className="absolute inset-x-0 top-0 block border-line/60 border-b px-4"
                key={index}
                style={toRowStyle(place)}
              >
                <td className="flex h-full flex-col justify-center">
                  <PendingRow list={list} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The width of an element in rem. 0 until it is mounted. */
function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setWidth(Math.floor(current.clientWidth / rem));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
