import { wrap } from '../base/wrap.ts';
import { renderSum, renderUsd } from './metrics.ts';
import { cutLine, toLine } from './one-line.ts';
import type { Palette } from './palette.ts';
import { quoteArgument } from './quote-argument.ts';
import { renderCaseList } from './render-case-list.ts';
import { renderTable } from './render-table.ts';
import type { RunMetrics, SimulatedMetrics } from './run-metrics.ts';
import type { RunSummary } from './run-summary.ts';
import { renderBreakdowns } from './summary/breakdowns.ts';
import { renderExtremes, renderRepeats } from './summary/extremes.ts';
import { renderHeadline } from './summary/headline.ts';
import { renderJudgeNote } from './summary/judge-note.ts';
import { renderJudgedRates } from './summary/judged-rates.ts';
import { renderRateLimitNote } from './summary/rate-limit-note.ts';
import { listTellingCauses } from './summary/telling-causes.ts';
import { renderFirstFails, renderPropagation } from './summary/turn-notes.ts';
import { listUngradedCases, renderUngradedCases } from './summary/ungraded-cases.ts';
import { findUnscoredNote } from './summary/unscored-note.ts';
import { renderVariantRows } from './summary/variant-rows.ts';

/** How the summary is shown. */
export interface SummaryStyle {
  readonly palette: Palette;
  /** Longest line, in characters; Infinity: nothing is cut or broken. */
  readonly width: number;
  /** The bad cases stand elsewhere already, and are not listed again. */
  readonly isListed?: boolean;
  /** What the command to look closer needs besides: ` --store <file>`. */
  readonly storeOption?: string;
  /** What sets this run against an earlier one: `turnwise compare …`. */
  readonly compareCommand?: string;
}

/**
 * What a run came to, for a terminal: one sentence, a row for each target and form, where the fails are, the first bad
 * cases, what went wrong how often. What says nothing new is left out, so that a short run has a short summary.
 */
export function renderRunSummary(summary: RunSummary, style: SummaryStyle): string {
  const { metrics } = summary;
  const { palette } = style;
  const blocks = [
    [palette.bold(renderHeadline(metrics, toLine))],
    ...renderVariantRows(metrics.variants, style),
    ...renderBreakdowns(metrics, palette),
    renderPropagation(metrics, palette),
    renderRepeats(metrics, palette),
    renderNotes(metrics, style),
    renderListed(summary, style),
    [...renderCauses(summary, style), ...renderUngraded(metrics, style)],
    renderNext(summary, style),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** A line each; one that is too long goes on under itself. */
function renderNotes(metrics: RunMetrics, style: SummaryStyle): readonly string[] {
  const toLines = (notes: readonly string[]) => notes.map((note) => wrap(note, style.width - 2).join('\n  '));
  return [
    ...toLines(renderFirstFails(metrics)),
    ...renderUnscored(metrics, style),
    ...toLines(renderJudgedRates(metrics)),
    ...toLines(listCallNotes(metrics)),
    ...toLines(renderExtremes(metrics)),
  ];
}

/** The command is never broken: it is there to be copied. */
function renderUnscored(metrics: RunMetrics, { width, storeOption }: SummaryStyle): readonly string[] {
  const note = findUnscoredNote(metrics, storeOption);
  if (note === undefined) return [];
  const [told, look] = [`Verdicts without a score: ${note.graders}.`, `See: ${note.command}`];
  const line = `${told} ${look}`;
  return [line.length <= width ? line : [...wrap(told, width - 2), look].join('\n  ')];
}

function listCallNotes({ variants, simulated }: RunMetrics): readonly string[] {
  const cached = variants.reduce((sum, row) => sum + row.cachedCalls, 0);
  const calls = variants.reduce((sum, row) => sum + row.calls, 0);
  return [
    ...(simulated === undefined ? [] : [renderSimulated(simulated)]),
    ...renderJudgeNote(variants),
    ...renderRateLimitNote(variants),
    ...(cached > 0 && cached < calls ? ['Latency leaves out the replies that came from the cache.'] : []),
  ];
}

/** What a simulated user did is told apart: its failures are not the target's. */
function renderSimulated({ ends, costUsd }: SimulatedMetrics): string {
  const told = Object.entries(ends).map(([end, count]) => `${end} ${count}`);
  const isFree = (costUsd.total ?? 0) === 0 && costUsd.unknownCalls === 0;
  const cost = isFree ? '' : ` The simulated user cost ${renderSum(costUsd, renderUsd)}.`;
  return `Simulated conversations ended by: ${told.join(', ')}.${cost}`;
}

function renderListed(
  { metrics: { variants }, failed, failedCount }: RunSummary,
  { palette, width, isListed }: SummaryStyle,
): readonly string[] {
  if (failed.length === 0 || isListed === true) return [];
  const more = failedCount > failed.length ? ` (the first ${failed.length} of ${failedCount})` : '';
  return [
    palette.bold(`Failed and broken cases${more}:`),
    ...renderCaseList(failed, { palette, width, rows: variants }),
  ];
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
      toLine(hasOthers ? `such as: ${example}` : example),
    ]),
  );
  return [
    palette.bold('Errors and ungraded by cause:'),
    ...lines.map((line) => palette.yellow(`  ${cutLine(line, width - 2)}`)),
  ];
}

/** Which cases are ungraded, and what fixes that. */
function renderUngraded(metrics: RunMetrics, { width }: SummaryStyle): readonly string[] {
  return listUngradedCases(metrics).map((ungraded) => wrap(renderUngradedCases(ungraded), width - 2).join('\n  '));
}

function renderNext(
  { metrics: { run, causes }, failed }: RunSummary,
  { storeOption = '', isListed, compareCommand }: SummaryStyle,
): readonly string[] {
  const [first] = failed;
  const chosen = first === undefined ? '' : ` --case ${quoteArgument(first.id)}`;
  const isShown = first === undefined && isListed !== undefined;
  const hasErrors = causes.some(({ status }) => status === 'error');
  return [
    ...(isShown ? [] : [`Look closer: turnwise show run:${run}${chosen}${storeOption}`]),
    ...(hasErrors ? [`Play errors again: turnwise run --resume ${run} --retry errors${storeOption}`] : []),
    ...(compareCommand === undefined ? [] : [`Against the run before: ${compareCommand}${storeOption}`]),
  ];
}
