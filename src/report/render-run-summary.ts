import { renderSum, renderUsd } from './figures.ts';
import type { Palette } from './palette.ts';
import { cutLine, renderCaseList, toLine } from './render-case-list.ts';
import { renderTable } from './render-table.ts';
import type { ColumnFigures, RunFigures, SimulatedFigures } from './run-figures.ts';
import type { RunSummary } from './run-summary.ts';
import { renderBreakdowns } from './summary/breakdowns.ts';
import { listFigureColumns } from './summary/column-table.ts';
import { renderExtremes, renderRepeats } from './summary/extremes.ts';
import { renderHeadline } from './summary/headline.ts';
import { renderFirstFails, renderPropagation } from './summary/turn-notes.ts';

/** How the summary is shown. */
export interface SummaryStyle {
  readonly palette: Palette;
  /** Longest line of a listed case, in characters. */
  readonly width: number;
  /** The bad cases stand elsewhere already, and are not listed again. */
  readonly isListed?: boolean;
  /** What the command to look closer needs besides: ` --store <file>`. */
  readonly storeOption?: string;
}

/**
 * What a run came to, for a terminal: one sentence, a row for each target and form, where the fails are, the first bad
 * cases, what went wrong how often. What says nothing new is left out, so that a short run has a short summary.
 */
export function renderRunSummary(summary: RunSummary, style: SummaryStyle): string {
  const { figures } = summary;
  const { palette } = style;
  const blocks = [
    [palette.bold(renderHeadline(figures, toLine))],
    renderRows(figures.columns, palette),
    ...renderBreakdowns(figures, palette),
    renderPropagation(figures, palette),
    renderRepeats(figures, palette),
    [...renderFirstFails(figures), ...renderNotes(figures), ...renderExtremes(figures)],
    renderListed(summary, style),
    renderCauses(figures, style),
    renderNext(summary, style),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function renderRows(rows: readonly ColumnFigures[], palette: Palette): readonly string[] {
  if (rows.length === 0) return [];
  const columns = listFigureColumns(rows, toLine);
  const table = renderTable(
    columns,
    rows.map((row) => columns.map(({ cell }) => cell(row))),
  );
  const lines = table.lines.map((line, index) => toRowPaint(rows[index], palette)(line));
  return [palette.dim(table.head), ...lines];
}

function toRowPaint(row: ColumnFigures | undefined, palette: Palette) {
  const { pass = 0, fail = 0, error = 0, ungraded = 0 } = row?.counts ?? {};
  if (fail > 0) return palette.red;
  return error + ungraded > 0 || pass === 0 ? palette.yellow : palette.green;
}

function renderNotes({ columns, simulated }: RunFigures): readonly string[] {
  const cached = columns.reduce((sum, row) => sum + row.cachedCalls, 0);
  const calls = columns.reduce((sum, row) => sum + row.calls, 0);
  return [
    ...(simulated === undefined ? [] : [renderSimulated(simulated)]),
    ...(cached > 0 ? [`${cached} of ${calls} replies came from the cache; latency is that of the others.`] : []),
  ];
}

/** What a simulated user did is told apart: its failures are not the target's. */
function renderSimulated({ ends, costUsd }: SimulatedFigures): string {
  const told = Object.entries(ends).map(([end, count]) => `${end} ${count}`);
  const isFree = (costUsd.known ?? 0) === 0 && costUsd.unknown === 0;
  const cost = isFree ? '' : ` The simulated user cost ${renderSum(costUsd, renderUsd)}.`;
  return `Simulated conversations ended by: ${told.join(', ')}.${cost}`;
}

function renderListed(
  { figures: { columns }, failed }: RunSummary,
  { palette, width, isListed }: SummaryStyle,
): readonly string[] {
  if (failed.length === 0 || isListed === true) return [];
  const bad = columns.reduce((sum, { counts }) => sum + counts.fail + counts.error, 0);
  const more = bad > failed.length ? ` (the first ${failed.length} of ${bad})` : '';
  return [
    palette.bold(`Failed and broken cases${more}:`),
    ...renderCaseList(failed, { palette, width, rows: columns }),
  ];
}

function renderCauses({ causes }: RunFigures, { palette, width }: SummaryStyle): readonly string[] {
  if (causes.length === 0) return [];
  const columns = [{ head: '' }, { head: '', right: true }, { head: '' }, { head: '' }];
  const { lines } = renderTable(
    columns,
    causes.map(({ status, cause, count, example, hasOthers }) => [
      status,
      String(count),
      cause,
      toLine(hasOthers ? `such as: ${example}` : example),
    ]),
  );
  return [
    palette.bold('Errors and ungraded by cause:'),
    ...lines.map((line) => palette.yellow(`  ${cutLine(line, width - 2)}`)),
  ];
}

function renderNext(
  { figures: { run, causes }, failed }: RunSummary,
  { storeOption = '', isListed }: SummaryStyle,
): readonly string[] {
  const [first] = failed;
  const chosen = first === undefined ? '' : ` --case ${quoteArgument(first.id)}`;
  const isShown = first === undefined && isListed !== undefined;
  const hasErrors = causes.some(({ status }) => status === 'error');
  return [
    ...(isShown ? [] : [`Look closer: turnwise show run:${run}${chosen}${storeOption}`]),
    ...(hasErrors ? [`Play errors again: turnwise run --resume ${run} --retry errors${storeOption}`] : []),
  ];
}

/** As a shell takes it for one word. */
export function quoteArgument(text: string): string {
  const line = toLine(text);
  return /^[\w./:@-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}
