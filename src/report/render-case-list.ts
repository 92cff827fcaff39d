import { definedOnly } from '../base/defined-only.ts';
import { padRight, toTextWidth, toWidest, wrap } from '../base/terminal-text.ts';
import { findFirstFailure, findFirstReason, findFirstUngraded } from '../conversation/run/first-reason.ts';
import { toVariantName, type Variant } from '../conversation/run/run-record.ts';
import { cutLine, toLine } from './one-line.ts';
import type { Palette } from './palette.ts';
import type { ShownConversation } from './render-conversation.ts';
import { renderTable } from './render-table.ts';
import type { CaseLine, FailedCase } from './run-summary.ts';

interface CaseListStyle {
  readonly palette: Palette;
  /** Longest line, in characters; Infinity: a reason is one line, however long. */
  readonly width: number;
  /** The variants of the run: they decide how much of its name a line has to say. */
  readonly rows: readonly Variant[];
  /** Most lines of a reason under its case. 0: a reason is next to its case, as far as it fits. */
  readonly reasonLines?: number;
}

const mostReasonLines = 3;
const reasonIndent = 6;

/** A line for each case: case, variant, status, and the first reason for it. A reason that does not fit is under it. */
export function renderCaseList(
  cases: readonly FailedCase[],
  { palette, width, rows, reasonLines = mostReasonLines }: CaseListStyle,
): readonly string[] {
  const names = cases.map((line) => [toLine(line.id), nameShown(line, rows), renderStatus(line)]);
  const kept = [0, 1, 2].filter((column) => names.some((cells) => cells[column] !== ''));
  const table = renderTable(
    kept.map(() => ({ head: '' })),
    names.map((cells) => kept.map((column) => cells[column] ?? '')),
  );
  const widest = toWidest(table.lines);
  return cases.flatMap((line, index) => {
    const [name, reason] = [table.lines[index] ?? '', explainCase(line)];
    const whole = reason === '' ? name : `${padRight(name, widest)}  ${reason}`;
    const lines =
      2 + toTextWidth(whole) <= width || reasonLines === 0
        ? [cutLine(whole, width - 2)]
        : [cutLine(name, width - 2), ...wrapReason(reason, width, reasonLines)];
    return lines.map((text) => toPaint(line, palette)(`  ${text}`));
  });
}

function wrapReason(reason: string, width: number, reasonLines: number): readonly string[] {
  const room = width - reasonIndent;
  const lines = wrap(reason, room);
  const shown = lines.slice(0, reasonLines - 1);
  const rest = lines.slice(reasonLines - 1).join(' ');
  return [...shown, ...(rest === '' ? [] : [rest])].map(
    (line) => `${' '.repeat(reasonIndent - 2)}${cutLine(line, room)}`,
  );
}

/** `fail`; of a case that was played several times `fail 2 of 3`, or `fail 1, error 1 of 3`. */
export function renderStatus({ status, plays }: FailedCase): string {
  if (plays === undefined) return status;
  const { fail, error, of } = plays;
  const counts = [...(fail > 0 ? [`fail ${fail}`] : []), ...(error > 0 ? [`error ${error}`] : [])];
  return `${counts.join(', ')} of ${of}`;
}

function toPaint(line: CaseLine, palette: Palette) {
  if (line.status === 'fail') return palette.red;
  if (line.status === 'pass') return palette.green;
  return line.status === 'skipped' ? palette.dim : palette.yellow;
}

/** The name of a variant on one line. */
export function nameVariant(variant: Variant, rows: readonly Variant[]): string {
  return toLine(toVariantName(variant, rows));
}

/** The only variant of a run needs no name. */
function nameShown(line: FailedCase, rows: readonly Variant[]): string {
  const name = nameConversation(line, rows);
  return rows.length === 1 ? name.slice(nameVariant(line, rows).length).trim() : name;
}

/** A row for all plays of a case names none of them. */
export function nameConversation(line: FailedCase, rows: readonly Variant[]): string {
  const repeat = line.repeat > 0 && line.plays === undefined ? ` repeat ${line.repeat + 1}` : '';
  return `${nameVariant(line, rows)}${repeat}`;
}

/** The first reason for the status of a case, on one line. */
export function explainCase(line: CaseLine): string {
  return toLine(findFirstReason(line) ?? '');
}

/** A conversation in one line, with the first reason for its status. */
export function toCaseLine({ start, verdicts, end }: ShownConversation): CaseLine {
  const { id, eval: evalName, target, send, play, repeat, file = 0, position = 0 } = start;
  return {
    ...{ id, eval: evalName, target, send, play, repeat, file, position },
    status: end?.status ?? 'skipped',
    ...definedOnly({
      verdict: findFirstFailure(verdicts) ?? findFirstUngraded(verdicts),
      error: end?.error,
      reason: end?.reason,
    }),
  };
}
