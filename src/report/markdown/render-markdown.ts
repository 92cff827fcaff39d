import { renderMarkdownCode } from '../compare/markdown-code.ts';
import { renderInterval } from '../figures.ts';
import { explainCase, nameColumn } from '../render-case-list.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { ColumnFigures, RunFigures } from '../run-figures.ts';
import type { CaseLine } from '../run-summary.ts';
import { listFigureColumns } from '../summary/column-table.ts';
import { renderHeadline, sumCounts } from '../summary/headline.ts';
import { toCaseLine } from '../to-case-line.ts';
import { type MarkdownRow, renderMarkdownRow, renderMarkdownTable } from './markdown-table.ts';

/** GitHub refuses comments of more than 65 536 characters; what is written around this one has to fit as well. */
const longestReport = 60_000;
/** What the tables may take of it; the failed cases get what is left. */
const rooms = { columns: 15_000, tags: 10_000, causes: 5_000 };

export interface MarkdownInput {
  readonly figures: RunFigures;
  /** Every conversation of the run. */
  readonly cases: AsyncIterable<ShownConversation>;
}

/** The run for a pull request or a job summary: one sentence, the table, and what failed behind a fold. */
export async function renderMarkdown({ figures, cases }: MarkdownInput): Promise<string> {
  const { columns } = figures;
  const head = [
    `### Turnwise: ${renderHeadline(figures, renderMarkdownCode)}\n`,
    renderColumns(columns),
    renderTags(columns),
    renderCauses(figures),
  ];
  const run = `run ${figures.run}${figures.grading === undefined ? '' : `, grading ${figures.grading}`}`;
  const foot = `<sub>${renderMarkdownCode(run)} · rates with 95 % interval and n</sub>\n`;
  const room = longestReport - head.join('\n').length - foot.length;
  const parts = [...head, await renderFailed({ figures, cases }, room), foot];
  return parts.filter((part) => part !== '').join('\n');
}

function renderColumns(columns: readonly ColumnFigures[]): string {
  const heads = listFigureColumns(columns, renderMarkdownCode);
  const rows = columns.map((row) =>
    heads.map(({ cell, head }) => (head === 'target' ? cell(row) : escapeCell(cell(row)))),
  );
  return renderMarkdownTable(heads, rows, { room: rooms.columns });
}

/** By tag, the lowest rate first, where fails could be told apart by tag. */
function renderTags(columns: readonly ColumnFigures[]): string {
  const rows = columns
    .filter(({ counts, byTag }) => counts.fail > 0 && byTag.length > 1)
    .flatMap((column) => column.byTag.map((tag) => ({ ...tag, column: nameColumn(column, columns) })))
    .toSorted((one, other) => (one.rate.value ?? 2) - (other.rate.value ?? 2))
    .map(({ name, column, rate }) => [renderMarkdownCode(name), renderMarkdownCode(column), renderInterval(rate)]);
  if (rows.length === 0) return '';
  const heads = [{ head: 'tag' }, { head: 'target' }, { head: 'pass rate' }];
  return renderFold('By tag', renderMarkdownTable(heads, rows, { room: rooms.tags }));
}

function renderCauses({ causes }: RunFigures): string {
  if (causes.length === 0) return '';
  const heads = [{ head: '' }, { head: 'count', right: true }, { head: 'cause' }, { head: 'such as' }];
  const rows = causes.map(({ status, count, cause, example }) => {
    return [status, String(count), cause, renderMarkdownCode(example)];
  });
  return renderFold('Errors and ungraded by cause', renderMarkdownTable(heads, rows, { room: rooms.causes }));
}

const failedHeads = [{ head: 'case' }, { head: 'target' }, { head: 'status' }, { head: 'first reason' }];

/** As many of the failed and broken cases as there is room for. */
async function renderFailed({ figures: { columns }, cases }: MarkdownInput, room: number): Promise<string> {
  const { fail, error } = sumCounts(columns);
  if (fail + error === 0) return '';
  const title = `Failed and broken cases (${fail + error})`;
  const left = room - renderFold(title, '').length - 1;
  const rows: MarkdownRow[] = [];
  let length = 0;
  for await (const conversation of cases) {
    const line = toCaseLine(conversation);
    if (conversation.end === undefined || (line.status !== 'fail' && line.status !== 'error')) continue;
    const row = toFailedRow(line, columns);
    length += renderMarkdownRow(row).length;
    if (length > left) break;
    rows.push(row);
  }
  return renderFold(title, renderMarkdownTable(failedHeads, rows, { room: left, of: fail + error }));
}

function toFailedRow(line: CaseLine, columns: readonly ColumnFigures[]): MarkdownRow {
  const repeat = line.repeat > 0 ? ` repeat ${line.repeat}` : '';
  const target = `${nameColumn(line, columns)}${repeat}`;
  return [line.id, target, line.status, explainCase(line)].map(renderMarkdownCode);
}

/** The blank lines are needed: else what is inside is not read as Markdown. */
function renderFold(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n</details>\n`;
}

/** Our own figures: nothing in them may begin a tag, a formula or another cell. */
function escapeCell(text: string): string {
  return text.replaceAll(/[&<>|$`*_~]/g, (mark) => `&#${mark.codePointAt(0)};`);
}
