import { renderNumberOf } from '../../base/number-of.ts';
import { renderCount, renderDuration, renderSum, renderUsd } from '../metrics.ts';
import type { PartialSum, RunMetrics, VariantMetrics } from '../run-metrics.ts';
import { renderHeadline } from '../summary/headline.ts';
import { renderJudgeNote } from '../summary/judge-note.ts';
import { escapeHtml } from './escape-html.ts';
import { renderPlots } from './plots/render-plots.ts';
import { renderBreakdowns } from './render-breakdowns.ts';
import { renderDrawnInterval, toCount } from './render-drawn-interval.ts';
import { renderHtmlTable } from './render-html-table.ts';
import { renderCauses, renderJudges, renderPropagation, renderSimulated } from './render-run-tables.ts';
import type { TargetFacts } from './target-facts.ts';
import { toVariantFacts, toVariantLabels } from './variant-labels.ts';

/** The metrics of a run: one table of its variants, the plots, then what is counted apart. Stands without any script. */
export function renderSummary(metrics: RunMetrics, targets: readonly TargetFacts[]): string {
  const { variants } = metrics;
  const labels = toVariantLabels(variants).map(escapeHtml);
  const headline = `<p class="headline">${escapeHtml(renderHeadline(metrics, (target) => target))}</p>\n`;
  if (variants.length === 0) return headline;
  return [
    headline,
    renderColumns(variants, labels, toVariantFacts(variants, targets)),
    renderPlots(variants, labels),
    `<div class="tables">${renderCauses(metrics)}${renderJudges(metrics)}${renderBreakdowns(variants, labels)}${renderSimulated(metrics)}${renderPropagation(metrics)}</div>\n`,
  ].join('');
}

function renderColumns(
  variants: readonly VariantMetrics[],
  labels: readonly string[],
  facts: readonly string[],
): string {
  const statuses = listStatuses(variants);
  const head = ['Target', 'Passed', ...statuses.map(renderStatus), 'Mean score', 'Latency', 'Tokens', 'Cost'];
  const rows = variants.map((variant, index) => [
    `${labels[index] ?? ''} <span class="n below">${escapeHtml(facts[index] ?? '')}</span>`,
    renderDrawnInterval(variant.rate, 'rate'),
    ...statuses.map((status) => `<span class="count">${toCount(variant.counts[status])}</span>`),
    renderDrawnInterval(variant.aggregate.mean, 'score'),
    renderLatency(variant),
    renderTokens(variant),
    renderCost(variant),
  ]);
  return renderHtmlTable({ title: 'By target', note: passedNote, head, rows });
}

const passedNote =
  'Passed = pass ÷ (pass + fail). Brackets are 95 % intervals, n is what was counted. Errors and ungraded cases stand apart and are never zeros.';

const statusMarks = { pass: '✓', fail: '✗', error: '!', ungraded: '?', skipped: '–' } as const;
type CountedStatus = keyof typeof statusMarks;

/** Errors and ungraded are shown also when there are none: that is worth knowing. Skipped ones only when there are. */
function listStatuses(variants: readonly VariantMetrics[]): readonly CountedStatus[] {
  const hasSkipped = variants.some(({ counts }) => counts.skipped > 0);
  return ['pass', 'fail', 'error', 'ungraded', ...(hasSkipped ? (['skipped'] as const) : [])];
}

function renderStatus(status: CountedStatus): string {
  return `<span class="mark ${status}">${statusMarks[status]}</span> ${status}`;
}

function renderLatency({ latencyMs, calls, cachedCalls }: VariantMetrics): string {
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
