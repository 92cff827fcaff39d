import { nameTurn } from '../../conversation/turn-number.ts';
import type { ItemDiff, TurnChange } from '../../curate/diff-items.ts';
import { toVisibleText } from '../../format/transcript.ts';
import type { Palette } from '../../report/palette.ts';
import { renderTable } from '../../report/render-table.ts';
import type { SnapshotDiff } from '../../review/diff-snapshots.ts';
import { toFilterWords } from '../../review/snapshot.ts';
import type { SnapshotRecord } from '../../store/curation-port.ts';
import type { ItemFilter, ItemKey } from '../../store/item-port.ts';
import { renderTime } from '../run/render-runs.ts';

const columns = [
  { head: 'snapshot' },
  { head: 'taken (UTC)' },
  { head: 'by' },
  { head: 'items', right: true },
  { head: 'which' },
];

/** Snapshots as a table, in the order given. */
export function renderSnapshots(records: readonly SnapshotRecord[], palette: Palette): string {
  const rows = records.map(({ id, createdAt, createdBy, count, filter }) => [
    id,
    renderTime(createdAt),
    toVisibleText(createdBy),
    count.toLocaleString('en'),
    renderFilter(filter),
  ]);
  const table = renderTable(columns, rows);
  return `${[palette.dim(table.head), ...table.lines].join('\n')}\n`;
}

function renderFilter(filter: ItemFilter): string {
  const parts = Object.entries(toFilterWords(filter)).map(
    ([key, value]) => `${key} ${Array.isArray(value) ? value.join(', ') : value}`,
  );
  return parts.length === 0 ? 'all' : toVisibleText(parts.join(' · '));
}

/** What was added, removed and changed, item by item and turn by turn. */
export function renderSnapshotDiff({ from, to, added, removed, changed }: SnapshotDiff, palette: Palette): string {
  const lines = [
    ...added.map((key) => palette.green(`+ ${renderKey(key)}`)),
    ...removed.map((key) => palette.red(`- ${renderKey(key)}`)),
    ...changed.map(({ diff, ...key }) => palette.yellow(`~ ${renderKey(key)}  ${renderDiff(diff)}`)),
  ];
  const counts = `${added.length} added, ${removed.length} removed, ${changed.length} changed`;
  return `${[...lines, `${from} → ${to}: ${counts}.`].join('\n')}\n`;
}

function renderKey({ dataset, id }: ItemKey): string {
  return toVisibleText(`${dataset}/${id}`);
}

function renderDiff({ fields, turns }: ItemDiff): string {
  const parts = [...fields.map(({ path }) => path), ...turns.filter(({ kind }) => kind !== 'same').map(renderTurn)];
  return toVisibleText(parts.join(', '));
}

function renderTurn({ kind, before, after, fields = [] }: TurnChange): string {
  const place = (after ?? before)?.turnIndex ?? 0;
  return `${nameTurn(place)} ${kind}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`;
}
