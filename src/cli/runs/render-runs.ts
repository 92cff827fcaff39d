import { hostname } from 'node:os';
import { renderRate } from '../../report/figures.ts';
import { toLine } from '../../report/render-case-list.ts';
import { renderTable } from '../../report/render-table.ts';
import { countDone, type RunLine } from '../../run/run-line.ts';
import type { Palette } from '../paint.ts';

const right = true;
const columns = [
  { head: 'run', cell: ({ run }: RunLine) => run },
  { head: 'started (UTC)', cell: ({ startedAt }: RunLine) => renderTime(startedAt) },
  { head: 'state', cell: renderState },
  { head: 'dataset', cell: ({ datasets }: RunLine) => renderNames(datasets) },
  { head: 'targets', cell: ({ targets }: RunLine) => renderNames(targets) },
  { head: 'done', right, cell: renderDone },
  { head: 'pass rate', cell: ({ counts }: RunLine) => renderRate(counts.pass, counts.pass + counts.fail) },
  { head: 'errors', right, cell: ({ counts }: RunLine) => String(counts.error) },
  { head: 'ungraded', right, cell: ({ counts }: RunLine) => String(counts.ungraded) },
];

function renderDone({ counts, conversations }: RunLine): string {
  const skipped = counts.skipped === 0 ? '' : ` (${counts.skipped} skipped)`;
  return `${countDone(counts)}/${conversations}${skipped}`;
}

/** Runs as a table, in the order given. */
export function renderRuns(lines: readonly RunLine[], palette: Palette): string {
  const table = renderTable(
    columns,
    lines.map((line) => columns.map(({ cell }) => cell(line))),
  );
  return `${[palette.dim(table.head), ...table.lines].join('\n')}\n`;
}

/** `2026-11-15 22:45`. */
export function renderTime(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** `running (process 123)`; with its machine when that is another one. */
export function renderState({ state, process, host }: Pick<RunLine, 'state' | 'process' | 'host'>): string {
  if (process === undefined) return state;
  const elsewhere = host === undefined || host === hostname() ? '' : ` on ${toLine(host)}`;
  return `${state} (process ${process}${elsewhere})`;
}

/** The first two, and how many more. */
function renderNames(names: readonly string[]): string {
  const more = names.length > 2 ? ` +${names.length - 2}` : '';
  return `${toLine(names.slice(0, 2).join(', '))}${more}`;
}
