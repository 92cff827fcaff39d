import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { Highlight } from '../../../parts/highlight/Highlight.tsx';
import { StatusMark } from '../../../parts/StatusMark.tsx';
import { Time } from '../../../parts/Time.tsx';
import { type ColumnId, sortOfColumn } from '../address/column-ids.ts';
import { columnLabels } from '../address/column-labels.ts';
import { CountText, SmallText, TagTexts } from './cells.tsx';
import { QuestionCell } from './QuestionCell.tsx';
import type { RowActs } from './row-acts.ts';
import type { ShownRow } from './shown-row.ts';

interface ColumnMeta {
  readonly isNumber?: true;
}

export interface ItemTableMeta {
  readonly keyword: string;
  readonly acts: RowActs;
}

export const itemTableFeatures = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<ItemTableMeta>(),
});

const { accessor, columns } = createColumnHelper<typeof itemTableFeatures, ShownRow>();

/** What all columns have in common. The server sorts: largest and newest first, names from their beginning. */
const base = (id: ColumnId, meta: ColumnMeta = {}) => ({
  id,
  meta,
  header: columnLabels[id],
  enableSorting: id in sortOfColumn,
  sortDescFirst: id !== 'id',
});

export const itemColumns = columns([
  accessor('item.status', {
    ...base('status'),
    cell: ({ row }) => <StatusMark status={row.original.item.status} />,
  }),
  accessor('item.id', {
    ...base('id'),
    cell: ({ row }) => <SmallText text={row.original.item.id} />,
  }),
  accessor('item.dataset', {
    ...base('dataset'),
    cell: ({ row }) => <SmallText text={row.original.item.dataset} />,
  }),
  accessor('item.question', {
    ...base('question'),
    enableHiding: false,
    cell: ({ row, table }) => table.options.meta && <QuestionCell {...row.original} {...table.options.meta} />,
  }),
  accessor('item.answer', {
    ...base('answer'),
    cell: ({ row, table }) => (
      <span className="line-clamp-2 text-quiet" dir="auto">
        <Highlight keyword={table.options.meta?.keyword ?? ''} text={row.original.item.answer} />
      </span>
    ),
  }),
  accessor('item.turns', {
    ...base('turns', { isNumber: true }),
    cell: ({ row }) => <CountText count={row.original.item.turns} />,
  }),
  accessor('item.totalReferences', {
    ...base('references', { isNumber: true }),
    cell: ({ row }) => <CountText count={row.original.item.totalReferences} />,
  }),
  accessor('item.tags', {
    ...base('tags'),
    cell: ({ row }) => <TagTexts tags={row.original.item.tags} />,
  }),
  accessor('item.turnTags', {
    ...base('turnTags'),
    cell: ({ row }) => <TagTexts tags={row.original.item.turnTags} />,
  }),
  accessor('item.updatedAt', {
    ...base('updated'),
    cell: ({ row }) => <SmallTime at={row.original.item.updatedAt} />,
  }),
  accessor('item.updatedBy', {
    ...base('by'),
    cell: ({ row }) => <SmallText text={row.original.item.updatedBy} />,
  }),
  accessor('item.reviewedAt', {
    ...base('reviewed'),
    cell: ({ row }) => <SmallTime at={row.original.item.reviewedAt} />,
  }),
  accessor('item.assignedTo', {
    ...base('heldBy'),
    cell: ({ row }) => <SmallText text={row.original.item.assignedTo ?? ''} />,
  }),
]);

function SmallTime({ at }: { readonly at: string | undefined }) {
  return <span className="block truncate text-quiet text-sm">{at !== undefined && <Time at={at} />}</span>;
}
