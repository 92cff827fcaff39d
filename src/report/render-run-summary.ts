import { toTextWidth, wrap } from '../base/terminal-text.ts';
import { joinBlocks } from './fit-lines.ts';
import { cutLine, toLine } from './one-line.ts';
import { renderCaseList } from './render-case-list.ts';
import { renderShortSummary } from './render-short-summary.ts';
import { renderTable } from './render-table.ts';
import type { RunMetrics } from './run-metrics.ts';
import type { RunSummary } from './run-summary.ts';
import { renderBreakdowns } from './summary/breakdowns.ts';
import { renderCallNotes } from './summary/call-notes.ts';
import { renderExtremes, renderRepeats } from './summary/extremes.ts';
import { renderHeadline } from './summary/headline.ts';
import { renderJudgedRates } from './summary/judged-rates.ts';
import { renderNextCommands, type SummaryStyle } from './summary/summary-style.ts';
import { renderFirstFails, renderPropagation } from './summary/turn-notes.ts';
import { findUnscoredNote, listTellingCauses, listUngradedCases, wrapUngradedCases } from './summary/ungraded-cases.ts';
import { renderVariantRows } from './summary/variant-table.ts';

/** The result of a run, for a terminal: on one screen, or in full with `verbose`. */
export function renderRunSummary(summary: RunSummary, style: SummaryStyle): string {
  return style.verbose === true ? renderWholeSummary(summary, style) : renderShortSummary(summary, style);
}

/**
 * One sentence, one row per variant, where the failures are, the first failing cases, what went wrong how often. What
 * says nothing new is left out.
 */
function renderWholeSummary(summary: RunSummary, style: SummaryStyle): string {
  const { metrics } = summary;
  const { palette } = style;
  const blocks = [
    [palette.bold(renderHeadline(metrics, toLine, summary))],
    ...renderVariantRows(metrics.variants, style),
    ...renderBreakdowns(metrics, palette),
    renderPropagation(metrics, palette),
    renderRepeats(metrics, palette),
    renderNotes(metrics, style),
    renderListed(summary, style),
    [...renderCauses(summary, style), ...renderUngraded(metrics, style)],
    renderNextCommands(summary, style),
  ];
  return joinBlocks(blocks);
}

/** One line each. One that is too long continues below, indented. */
function renderNotes(metrics: RunMetrics, style: SummaryStyle): readonly string[] {
  const toLines = (notes: readonly string[]) => notes.map((note) => wrap(note, style.width - 2).join('\n  '));
  return [
    ...toLines(renderFirstFails(metrics)),
    ...renderUnscored(metrics, style),
    ...toLines(renderJudgedRates(metrics)),
    ...toLines(renderCallNotes(metrics)),
    ...toLines(renderExtremes(metrics)),
  ];
}

/** The command is never wrapped, so that you can copy it. */
function renderUnscored(metrics: RunMetrics, { width, storeOption }: SummaryStyle): readonly string[] {
  const note = findUnscoredNote(metrics, storeOption);
  if (note === undefined) return [];
  const [says, look] = [`Verdicts without a score: ${note.graders}.`, `See: ${note.command}`];
  const line = `${says} ${look}`;
  return [toTextWidth(line) <= width ? line : [...wrap(says, width - 2), look].join('\n  ')];
}

function renderListed(
  { metrics: { variants }, failed, failedCount }: RunSummary,
  { palette, width, cases }: SummaryStyle,
): readonly string[] {
  if (cases !== undefined) return cases;
  if (failed.length === 0) return [];
  const more = failedCount > failed.length ? ` (${failed.length} of ${failedCount})` : '';
  return [palette.bold(`Failures and errors${more}:`), ...renderCaseList(failed, { palette, width, rows: variants })];
}

function renderCauses({ metrics, failed }: RunSummary, { palette, width }: SummaryStyle): readonly string[] {
  const causes = listTellingCauses(metrics.causes, failed);
  if (causes.length === 0) return [];
  const columns = [{ head: '' }, { head: '', right: true }, { head: '' }, { head: '' }];
  const { lines } = renderTable(
    columns,
    causes.map(({ status, cause, count, example, hasOthers }) => [
      status,
      String(count),
      cause,
      toLine(hasOthers ? `for example: ${example}` : example),
    ]),
  );
  return [
    palette.bold('Errors and ungraded by cause:'),
    ...lines.map((line) => palette.yellow(`  ${cutLine(line, width - 2)}`)),
  ];
}

/** Which cases are ungraded, and what fixes that. */
function renderUngraded(metrics: RunMetrics, { width, storeOption }: SummaryStyle): readonly string[] {
  return listUngradedCases(metrics, storeOption).flatMap((ungraded) => wrapUngradedCases(ungraded, width));
}
