import { FlexRender, type Header } from '@tanstack/react-table';
import { Icon } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import type { itemTableFeatures } from './item-columns.tsx';
import type { ShownRow } from './RowLink.tsx';

type ItemHeader = Header<typeof itemTableFeatures, ShownRow>;

export interface ItemTableHeadProps {
  readonly headers: readonly ItemHeader[];
  readonly tracks: string;
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

/** The column headers. Those that the server can sort by are buttons. */
export function ItemTableHead({ headers, tracks }: ItemTableHeadProps) {
  return (
    <thead className="sticky top-0 z-20 block border-line border-b bg-paper">
      <tr
        aria-rowindex={1}
        className="grid h-9 items-center gap-3 px-4 text-quiet text-xs"
        style={{ gridTemplateColumns: tracks }}
      >
        {headers.map((header) => (
          <HeadCell header={header} key={header.id} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell({ header }: { readonly header: ItemHeader }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const isNumber = column.columnDef.meta?.isNumber === true;
  const sort = column.getCanSort() ? { 'aria-sort': sorted === false ? ('none' as const) : ariaSorts[sorted] } : {};
  return (
    <th
      {...sort}
      className={joinClasses('min-w-0 truncate text-left font-medium', isNumber && 'text-right')}
      scope="col"
    >
      {column.getCanSort() ? (
        <button
          className={joinClasses(
            '-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded px-1.5 hover:bg-hover hover:text-ink',
            sorted !== false && 'text-ink',
            isNumber && 'flex-row-reverse',
          )}
          onClick={() => column.toggleSorting()}
          type="button"
        >
          <FlexRender header={header} />
          <span className={sorted === false ? 'invisible' : undefined}>
            <Icon name={sorted === 'asc' ? 'arrowUp' : 'arrowDown'} size={11} />
          </span>
        </button>
      ) : (
        <FlexRender header={header} />
      )}
    </th>
  );
}
