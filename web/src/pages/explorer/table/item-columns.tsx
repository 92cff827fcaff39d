import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { StatusMark } from '../../../parts/item/StatusMark.tsx';
import { TagChip } from '../../../parts/item/TagChip.tsx';
import { Time } from '../../../parts/Time.tsx';
import { Highlight } from '../../../parts/text/Highlight.tsx';
import { type ColumnId, sortOfColumn } from '../address/column-ids.ts';
import { HitLine, hasOwnHitLine } from './HitLine.tsx';
import { type RowActs, RowLink, type ShownRow } from './RowLink.tsx';

/** The column headers. */
export const columnLabels: Readonly<Record<ColumnId, string>> = {
  status: 'Status',
  id: 'ID',
  dataset: 'Dataset',
  question: 'Question',
  answer: 'Answer',
  turns: 'Turns',
  references: 'Refs',
  tags: 'Tags',
  turnTags: 'Turn tags',
  updated: 'Updated',
  by: 'By',
  reviewed: 'Reviewed',
  heldBy: 'Assigned to',
};

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

/** The settings of every column. The server sorts numbers and dates descending first, IDs ascending. */
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

/** The question, which is the link of the row. Below it, a passage if the search matched elsewhere. */
function QuestionCell({ index, item, keyword, acts }: ShownRow & ItemTableMeta) {
  const hit = hasOwnHitLine(item) ? item.hit : undefined;
  return (
    <span className="flex min-w-0 flex-col">
      <span className={hit === undefined ? 'line-clamp-2' : 'line-clamp-1'} dir="auto">
        <RowLink acts={acts} index={index} item={item}>
          {item.question === '' ? (
            <span className="text-quiet italic">No question yet</span>
          ) : (
            <Highlight keyword={keyword} text={item.question} />
          )}
        </RowLink>
      </span>
      {hit !== undefined && <HitLine hit={hit} keyword={keyword} />}
    </span>
  );
}

/** A name in small type. */
function SmallText({ text }: { readonly text: string }) {
  return (
    <span className="line-clamp-2 break-words text-quiet text-sm" dir="auto">
      {text}
    </span>
  );
}

/** A count, paler if it is 0. */
function CountText({ count }: { readonly count: number }) {
  return <span className={count === 0 ? 'text-quiet' : undefined}>{count.toLocaleString('en')}</span>;
}

const mostTags = 3;

/** The first tags, and the number of further ones. */
function TagTexts({ tags }: { readonly tags: readonly string[] }) {
  const rest = tags.length - mostTags;
  return (
    <span className="flex max-h-[2.625rem] flex-wrap items-center gap-0.5 overflow-hidden">
      {tags.slice(0, mostTags).map((tag) => (
        <TagChip key={tag} tag={tag} />
      ))}
      {rest > 0 && <span className="text-quiet text-xs">+{rest}</span>}
    </span>
  );
}
