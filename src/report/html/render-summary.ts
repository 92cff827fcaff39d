import { renderNumberOf } from '../../base/number-of.ts';
import type { Variant } from '../../conversation/run/run-record.ts';
import { type PageStatus, statusSigns } from '../../format/page-data.ts';
import { renderCount, renderDuration, renderSum, renderUsd } from '../amounts.ts';
import { explainCase, renderStatus as renderStatusText } from '../render-case-list.ts';
import type { PartialSum, RunMetrics, VariantMetrics } from '../run-metrics.ts';
import type { RunSummary } from '../run-summary.ts';
import { renderJudgeNote } from '../summary/call-notes.ts';
import { renderHeadline } from '../summary/headline.ts';
import { escapeHtml } from './escape-html.ts';
import { renderBreakdowns, renderCaseLink } from './render-breakdowns.ts';
import { renderEstimateHtml, toCount } from './render-estimate-html.ts';
import { renderHtmlTable } from './render-html-table.ts';
import { renderPlots } from './render-plots.ts';
import { renderCauses, renderJudges, renderPropagation, renderSimulated } from './render-run-tables.ts';
import { type TargetFacts, toVariantFacts, toVariantLabels } from './target-facts.ts';

/** The metrics of a run: one table of its variants, the plots, then what is counted apart. Works without scripts. */
export function renderSummary({ metrics, targets = [], failures }: SummaryInput): string {
  const { variants } = metrics;
  const labels = toVariantLabels(variants).map(escapeHtml);
  const headline = `<p class="headline">${escapeHtml(renderHeadline(metrics, (target) => target, failures))}</p>\n`;
  if (variants.length === 0) return headline;
  return [
    headline,
    renderFailures(failures, variants, labels),
    renderColumns(variants, labels, toVariantFacts(variants, targets)),
    renderPlots(variants, labels),
    `<div class="tables">${renderCauses(metrics)}${renderJudges(metrics)}${renderBreakdowns(variants, labels)}${renderSimulated(metrics)}${renderPropagation(metrics)}</div>\n`,
  ].join('');
}

/** The first failures of a run, and how many there are in all. */
export type Failures = Pick<RunSummary, 'failed' | 'failedCount' | 'unfinished'>;

interface SummaryInput {
  readonly metrics: RunMetrics;
  readonly targets?: readonly TargetFacts[];
  readonly failures?: Failures;
}

const shownFailures = 3;

/** On the first screen, so that you see the failing turn before any plot. */
function renderFailures(
  failures: Failures | undefined,
  variants: readonly VariantMetrics[],
  labels: readonly string[],
): string {
  if (failures === undefined || failures.failed.length === 0) return '';
  const shown = failures.failed.slice(0, shownFailures);
  const rest = failures.failedCount - shown.length;
  const rows = shown.map((line) => [
    renderCaseLink({ q: line.id, status: line.status, target: line.target }, line.id),
    `${labels[findVariant(line, variants)] ?? ''}${line.repeat > 0 && line.plays === undefined ? ` · repeat ${line.repeat + 1}` : ''}`,
    `<span class="mark ${line.status}">${statusSigns[line.status]}</span> ${escapeHtml(renderStatusText(line))}`,
    `<span class="example">${escapeHtml(explainCase(line))}</span>`,
  ]);
  const note = rest > 0 ? { note: `${toCount(rest)} more in the list of cases.` } : {};
  const head = ['Case', 'Target', 'Status', 'First reason'];
  return `<div class="tables">${renderHtmlTable({ title: 'Failures and errors', ...note, head, rows })}</div>\n`;
}

function findVariant({ target, send, play }: Variant, variants: readonly VariantMetrics[]): number {
  return variants.findIndex((other) => other.target === target && other.send === send && other.play === play);
}

function renderColumns(
  variants: readonly VariantMetrics[],
  labels: readonly string[],
  facts: readonly string[],
): string {
  const statuses = listStatuses(variants);
  const head = ['Target', 'Pass rate', ...statuses.map(renderStatus), 'Mean score', 'Latency', 'Tokens', 'Cost'];
  const rows = variants.map((variant, index) => [
    `${labels[index] ?? ''} <span class="n below">${escapeHtml(facts[index] ?? '')}</span>`,
    renderEstimateHtml(variant.rate, { unit: 'percent' }),
    ...statuses.map((status) => `<span class="count">${toCount(variant.counts[status])}</span>`),
    renderEstimateHtml(variant.aggregate.mean),
    renderLatency(variant),
    renderTokens(variant),
    renderCost(variant),
  ]);
  return renderHtmlTable({ title: 'By target', note: passedNote, head, rows });
}

const passedNote =
  'Pass rate = pass ÷ (pass + fail), with its 95% CI. n is the number of cases. Errors and ungraded cases are counted separately, never as fails.';

type CountedStatus = Exclude<PageStatus, 'unfinished'>;

/** Errors and ungraded are shown even if there are none. Skipped ones only if there are any. */
function listStatuses(variants: readonly VariantMetrics[]): readonly CountedStatus[] {
  const hasSkipped = variants.some(({ counts }) => counts.skipped > 0);
  return ['pass', 'fail', 'error', 'ungraded', ...(hasSkipped ? (['skipped'] as const) : [])];
}

function renderStatus(status: CountedStatus): string {
  return `<span class="mark ${status}">${statusSigns[status]}</span> ${status}`;
}

function renderLatency({ latencyMs, calls, cachedCalls }: VariantMetrics): string {
  if (latencyMs.median === null && cachedCalls === 0) return '–';
  const [median, p95] = [latencyMs.median, latencyMs.p95].map((ms) => escapeHtml(renderDuration(ms)));
  const cached = cachedCalls === 0 ? '' : `, ${toCount(cachedCalls)} from the cache`;
  return `${median} <span class="n">median</span> <span class="n below">${p95} p95</span> <span class="n below">${renderNumberOf(calls, 'call')}${cached}</span>`;
}

function renderTokens({ tokens: { input, output, unknownCalls: unknown } }: VariantMetrics): string {
  if (input === null && output === null) return '–';
  const counts = [input, output].map((count) => (count === null ? '?' : renderCount(count)));
  return `${unknown > 0 ? '≥ ' : ''}${counts.join(' → ')}`;
}

function renderCost(variant: VariantMetrics): string {
  const judged = renderJudgeNote([variant]).map((note) => ` <span class="n below">${escapeHtml(note)}</span>`);
  return `${renderMoney(variant.costUsd)}${judged.join('')}`;
}

function renderMoney(cost: PartialSum): string {
  return escapeHtml(renderSum(cost, renderUsd));
}
