import { toVisibleText } from '../format/transcript.ts';
import type { Palette } from './palette.ts';
import { renderTable } from './render-table.ts';
import type { ColumnFigures } from './run-figures.ts';
import type { CaseLine } from './run-summary.ts';

type ColumnName = Pick<ColumnFigures, 'target' | 'send' | 'play'>;

export interface CaseListStyle {
  readonly palette: Palette;
  /** Longest line, in characters. */
  readonly width: number;
  /** The columns of the run: they decide how much of its name a line has to say. */
  readonly rows: readonly ColumnName[];
}

/** A line for each conversation: case, column, status, and the first reason for it. */
export function renderCaseList(cases: readonly CaseLine[], { palette, width, rows }: CaseListStyle): readonly string[] {
  const cells = cases.map((line) => [toLine(line.id), nameConversation(line, rows), line.status, explainCase(line)]);
  const { lines } = renderTable([{ head: '' }, { head: '' }, { head: '' }, { head: '' }], cells);
  return lines.map((line, index) => toPaint(cases[index], palette)(`  ${cutLine(line, width - 2)}`));
}

function toPaint(line: CaseLine | undefined, palette: Palette) {
  if (line?.status === 'fail') return palette.red;
  if (line?.status === 'pass') return palette.green;
  return line?.status === 'skipped' ? palette.dim : palette.yellow;
}

export function hasSeveralPlays(rows: readonly ColumnName[]): boolean {
  return rows.some(({ play }) => play !== rows[0]?.play);
}

/** As much of target, send and play as tells the column from the others. */
export function nameColumn({ target, send, play }: ColumnName, rows: readonly ColumnName[]): string {
  const names = [toLine(target)];
  if (rows.some((row) => row.send !== rows[0]?.send)) names.push(send);
  if (hasSeveralPlays(rows)) names.push(play);
  return names.join(' ');
}

function nameConversation(line: CaseLine, rows: readonly ColumnName[]): string {
  return `${nameColumn(line, rows)}${line.repeat > 0 ? ` repeat ${line.repeat}` : ''}`;
}

/** The first reason for the status of a case, on one line. */
export function explainCase({ error, verdict, reason }: CaseLine): string {
  if (error !== undefined) return toLine(`${toTurn(error.turnIndex)}${error.cause}: ${error.message}`);
  if (reason !== undefined) return toLine(reason);
  if (verdict === undefined) return '';
  const why = verdict.reason ?? (verdict.status === 'ungraded' ? verdict.cause : '');
  return toLine(`${toTurn(verdict.turnIndex)}${verdict.grader}: ${why}`);
}

function toTurn(turnIndex: number | null | undefined): string {
  return typeof turnIndex === 'number' ? `turn ${turnIndex}, ` : '';
}

/** On one line, with nothing in it that could move the cursor. */
export function toLine(text: string): string {
  return toVisibleText(text).replaceAll(/\s+/g, ' ');
}

export function cutLine(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1)).toWellFormed()}…`;
}
