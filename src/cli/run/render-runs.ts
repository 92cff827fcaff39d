import { hostname } from 'node:os';
import type { RunCounts } from '../../conversation/run/run-record.ts';
import { countDone, type RunLine } from '../../job/run-line.ts';
import { toLine } from '../../report/one-line.ts';
import type { Palette } from '../../report/palette.ts';
import { renderTable } from '../../report/render-table.ts';

const right = true;
const columns = [
  { head: 'run', cell: ({ run }: RunLine) => run },
  { head: 'started (UTC)', cell: ({ startedAt }: RunLine) => renderTime(startedAt) },
  { head: 'state', cell: renderGradedState },
  { head: 'eval', cell: ({ evals }: RunLine) => renderNames(evals) },
  { head: 'targets', cell: ({ targets }: RunLine) => renderNames(targets) },
  { head: 'done', right, cell: renderDone },
  { head: 'graded', cell: renderPassed },
  { head: 'errors', right, cell: (line: RunLine) => String(toPresentCounts(line).error) },
  { head: 'ungraded', right, cell: (line: RunLine) => String(toPresentCounts(line).ungraded) },
];

function renderGradedState(line: RunLine): string {
  return `${renderState(line)}${line.grading === undefined ? '' : `, grading ${line.grading.number}`}`;
}

/** A count and no rate: targets and repeats of all kinds are in it together, so an interval would say too much. */
function renderPassed(line: RunLine): string {
  const { pass, fail } = toPresentCounts(line);
  const isOld = line.grading !== undefined && !hasGradedAll(line);
  if (pass + fail === 0) return 'none';
  return `${pass} of ${pass + fail} passed${isOld ? ' as played' : ''}`;
}

/** A grading that left conversations out says nothing about the whole run. */
function toPresentCounts(line: RunLine): RunCounts {
  return line.grading !== undefined && hasGradedAll(line) ? line.grading.counts : line.counts;
}

function hasGradedAll({ grading, counts }: RunLine): boolean {
  return grading !== undefined && countDone(grading.counts) === countDone(counts);
}

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

const units = ['kB', 'MB', 'GB', 'TB'];

/** `0 bytes`, `1.4 kB`, `320 MB`. */
export function renderBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} byte${bytes === 1 ? '' : 's'}`;
  let value = bytes / 1_000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit += 1) value /= 1_000;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
