import { FlexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import { joinClasses } from '../../../parts/join-classes.ts';
import type { itemTableFeatures } from './item-columns.tsx';
import type { ShownRow } from './RowLink.tsx';
import { isSameBox, type RowBox, toRowStyle } from './use-row-window.ts';

export interface ItemTableRowProps {
  readonly row: Row<typeof itemTableFeatures, ShownRow>;
  readonly place: RowBox;
  readonly isCursor: boolean;
  /** Only to render again when it changes. Cells read it from the table. */
  readonly keyword: string;
}

/**
 * One item. The table rebuilds its row objects while you scroll, so the comparison below keeps unchanged rows from
 * rendering again.
 */
export const ItemTableRow = memo(
  function ItemTableRow({ row, place, isCursor }: ItemTableRowProps) {
    const { index, item } = row.original;
    return (
      <tr
        aria-rowindex={index + 2}
        className={joinClasses(
          'absolute inset-x-0 top-0 grid items-center gap-3 border-line/60 border-b px-4 leading-snug',
          isCursor ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--tw-accent)]' : 'hover:bg-hover',
          item.status === 'deleted' && 'opacity-70',
        )}
        style={toRowStyle(place)}
      >
        {row.getVisibleCells().map((cell) => (
          <td
            className={joinClasses(
              'min-w-0',
              cell.column.columnDef.meta?.isNumber === true && 'text-right tabular-nums',
            )}
            key={cell.id}
          >
            <FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.row.original.item === after.row.original.item &&
    before.row.original.index === after.row.original.index &&
    before.isCursor === after.isCursor &&
    before.keyword === after.keyword &&
    isSameBox(before.place, after.place),
);
