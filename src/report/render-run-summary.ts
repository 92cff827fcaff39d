import { renderCount, renderDuration, renderRate, renderSum, renderUsd } from './figures.ts';
import type { Palette } from './palette.ts';
import { cutLine, hasSeveralPlays, renderCaseList, toLine } from './render-case-list.ts';
import { type Column, renderTable } from './render-table.ts';
import { type CauseGroup, listRows, type RunSummary, type SimulatedSum, type SummaryRow } from './run-summary.ts';

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

/** What a run came to, for a terminal: a row for each target and form, the first bad cases, what went wrong how often. */
export function renderRunSummary(summary: RunSummary, style: SummaryStyle): string {
  const rows = listRows(summary);
  const blocks = [
    renderRows(rows, style.palette),
    renderNotes(summary, rows),
    renderListed(summary, rows, style),
    renderCauses(summary, style),
    renderNext(summary, style),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

type RowColumn = Column & {
  readonly cell: (row: SummaryRow) => string;
  /** Shown only when a row has something to say in it. */
  readonly when?: (row: SummaryRow) => boolean;
};

const right = true;
const columnsAfterName: readonly RowColumn[] = [
  { head: 'pass rate', cell: ({ counts }) => renderRate(counts.pass, counts.pass + counts.fail) },
  { head: 'pass', right, cell: ({ counts }) => String(counts.pass) },
  { head: 'fail', right, cell: ({ counts }) => String(counts.fail) },
  { head: 'error', right, cell: ({ counts }) => String(counts.error) },
  { head: 'ungraded', right, cell: ({ counts }) => String(counts.ungraded) },
  { head: 'skipped', right, cell: ({ counts }) => String(counts.skipped), when: ({ counts }) => counts.skipped > 0 },
  { head: 'median', right, cell: ({ latency }) => renderDuration(latency.findQuantile(0.5)) },
  { head: 'p95', right, cell: ({ latency }) => renderDuration(latency.findQuantile(0.95)) },
  { head: 'tokens in', right, cell: ({ tokens }) => renderSum(tokens.input, renderCount), when: knowsTokens },
  { head: 'out', right, cell: ({ tokens }) => renderSum(tokens.output, renderCount), when: knowsTokens },
  { head: 'cost', right, cell: ({ costUsd }) => renderSum(costUsd, renderUsd) },
];

function knowsTokens({ tokens }: SummaryRow): boolean {
  return tokens.input.known + tokens.output.known > 0;
}

function renderRows(rows: readonly SummaryRow[], palette: Palette): readonly string[] {
  const columns: readonly RowColumn[] = [
    { head: 'target', cell: ({ target }) => toLine(target) },
    { head: 'send', cell: ({ send }) => send },
    ...(hasSeveralPlays(rows) ? [{ head: 'play', cell: ({ play }: SummaryRow) => play }] : []),
    ...columnsAfterName.filter(({ when }) => when === undefined || rows.some(when)),
  ];
  const table = renderTable(
    columns,
    rows.map((row) => columns.map(({ cell }) => cell(row))),
  );
  const lines = table.lines.map((line, index) => toRowPaint(rows[index], palette)(line));
  return [palette.dim(table.head), ...lines];
}

function toRowPaint(row: SummaryRow | undefined, palette: Palette) {
  const { pass = 0, fail = 0, error = 0, ungraded = 0 } = row?.counts ?? {};
  if (fail > 0) return palette.red;
  return error + ungraded > 0 || pass === 0 ? palette.yellow : palette.green;
}

function renderNotes({ hasRepeats, simulated }: RunSummary, rows: readonly SummaryRow[]): readonly string[] {
  const cached = rows.reduce((sum, row) => sum + row.cachedCalls, 0);
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  const notes: string[] = [];
  if (hasRepeats) {
    notes.push(
      'Repeats of a case count as cases of their own, which makes the intervals narrower than they should be.',
    );
  }
  if (simulated.ends.size > 0) notes.push(renderSimulated(simulated));
  if (cached > 0) notes.push(`${cached} of ${calls} replies came from the cache; latency is that of the others.`);
  return notes;
}

/** What a simulated user did is told apart: its failures are not the target's. */
function renderSimulated({ ends, costUsd }: SimulatedSum): string {
  const told = [...ends].map(([end, count]) => `${end} ${count}`).join(', ');
  const cost =
    costUsd.sum === 0 && costUsd.unknown === 0 ? '' : ` The simulated user cost ${renderSum(costUsd, renderUsd)}.`;
  return `Simulated conversations ended by: ${told}.${cost}`;
}

function renderListed(
  { listed }: RunSummary,
  rows: readonly SummaryRow[],
  { palette, width, isListed }: SummaryStyle,
): readonly string[] {
  if (listed.length === 0 || isListed === true) return [];
  const bad = rows.reduce((sum, { counts }) => sum + counts.fail + counts.error, 0);
  const more = bad > listed.length ? ` (the first ${listed.length} of ${bad})` : '';
  return [palette.bold(`Failed and broken cases${more}:`), ...renderCaseList(listed, { palette, width, rows })];
}

function renderCauses({ causes }: RunSummary, { palette, width }: SummaryStyle): readonly string[] {
  const groups = [...causes.values()].toSorted(compareGroups);
  if (groups.length === 0) return [];
  const columns = [{ head: '' }, { head: '', right }, { head: '' }, { head: '' }];
  const { lines } = renderTable(
    columns,
    groups.map(({ status, cause, count, example, hasOthers }) => [
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

function compareGroups(one: CauseGroup, other: CauseGroup): number {
  return other.count - one.count || (one.cause < other.cause ? -1 : 1);
}

function renderNext(
  { run, listed, causes }: RunSummary,
  { storeOption = '', isListed }: SummaryStyle,
): readonly string[] {
  const [first] = listed;
  const chosen = first === undefined ? '' : ` --case ${quoteArgument(first.id)}`;
  const isShown = first === undefined && isListed !== undefined;
  const hasErrors = [...causes.values()].some(({ status }) => status === 'error');
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
