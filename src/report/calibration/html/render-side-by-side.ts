import type { Baseline, Calibration, MetricEstimate } from '../../../calibrate/calibration.ts';
import { isRate, type MetricName, metricNames, metricTable } from '../../../statistics/metric-table.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderEstimateHtml, renderEstimateText, toDomain } from '../../html/render-estimate-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';

/** Those to look at first; the table below has all. */
const mainMetrics: readonly MetricName[] = [
  'tpr',
  'tnr',
  'kappaQuadratic',
  'alphaOrdinal',
  'gwetAc2',
  'exact',
  'within1',
  'bias',
  'mae',
];

/** A line of a card: a judge or a baseline, and the metric. */
interface Entry {
  readonly name: string;
  readonly kind: 'judge' | Baseline['kind'];
  readonly metric: MetricEstimate;
}

/** The metrics to look at first: every judge, and under them what they have to exceed and what people reach. */
export function renderSideBySide(calibrations: readonly Calibration[], labels: readonly string[]): string {
  const cards = mainMetrics.map((name) => renderCard(name, listEntries(name, calibrations, labels)));
  return `<h2>Judges side by side</h2>\n<p class="note">Bars are 95% CIs, n is the number of samples. A judge that is not above the baseline is no better than always giving one score. A judge that matches "between raters" agrees with people as well as they agree with each other.</p>\n<div class="cards">${cards.join('')}</div>\n`;
}

function renderCard(name: MetricName, entries: readonly Entry[]): string {
  const metrics = entries.map(({ metric }) => metric);
  const domain = toDomain(metricTable[name].kind, metrics);
  const rows = entries.map(
    ({ name: who, kind, metric }) =>
      `<li class="${kind}"><span class="name">${escapeHtml(who)}</span>${renderEstimateHtml(metric, { domain, isRate: isRate(name) })}</li>`,
  );
  return `<section class="card"><h3>${escapeHtml(metricTable[name].title)}</h3><p class="note">${escapeHtml(metricTable[name].meaning)}</p><ul class="entries">${rows.join('')}</ul></section>\n`;
}

function listEntries(
  name: MetricName,
  calibrations: readonly Calibration[],
  labels: readonly string[],
): readonly Entry[] {
  const judges = calibrations.map((calibration, judge) => ({
    name: labels[judge] ?? '',
    kind: 'judge' as const,
    metric: calibration[name],
  }));
  return [...judges, ...listBaselines(name, calibrations, labels)];
}

/**
 * What judges have to beat, and what people reach, once for every deck: of the judge that could be compared on the most
 * samples. The certificate before is each judge's own.
 */
function listBaselines(
  name: MetricName,
  calibrations: readonly Calibration[],
  labels: readonly string[],
): readonly Entry[] {
  const decks = Map.groupBy(calibrations, ({ deck }) => deck);
  const entries = [...decks].flatMap(([deck, ofDeck]) => {
    const widest = ofDeck.reduce((one, other) => (other.compared > one.compared ? other : one));
    return listMetrics(name, listShared(widest.baselines), decks.size > 1 ? deck : '');
  });
  const before = calibrations.flatMap(({ baselines }, judge) => {
    const own = baselines.filter(({ kind }) => kind === 'previous');
    return listMetrics(name, own, calibrations.length > 1 ? (labels[judge] ?? '') : '');
  });
  return [...entries, ...before].toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Where the most common score is also the best constant, it is listed once. */
function listShared(baselines: readonly Baseline[]): readonly Baseline[] {
  const constant = baselines.find(({ kind }) => kind === 'constant');
  return baselines.filter(({ kind, name }) => kind !== 'previous' && !(kind === 'majority' && name === constant?.name));
}

function listMetrics(name: MetricName, baselines: readonly Baseline[], whose: string): readonly Entry[] {
  return baselines.flatMap((baseline) => {
    const metric = baseline.metrics[name];
    return metric === undefined ? [] : [{ name: toBaselineName(baseline, whose), kind: baseline.kind, metric }];
  });
}

const order: readonly string[] = ['constant', 'majority', 'previous', 'humans'];

/** `whose`: the judge of a certificate, or the deck of the others; empty where there is one only. */
function toBaselineName({ kind, name }: Baseline, whose: string): string {
  if (kind === 'previous') return whose === '' ? name : `${whose}: ${name}`;
  const what = kind === 'humans' ? name : `baseline: ${name}`;
  return whose === '' ? what : `${what} (${whose})`;
}

/** Every metric of every judge, with what it means. Folded, since few readers need all. */
export function renderAllMetrics(calibrations: readonly Calibration[], labels: readonly string[]): string {
  const rows = metricNames.map((name) => [
    `${escapeHtml(metricTable[name].title)} <span class="n">${name}</span> <span class="n below">${escapeHtml(metricTable[name].meaning)}</span>`,
    ...calibrations.map((calibration) => renderEstimateText(calibration[name], { isRate: isRate(name) })),
  ]);
  const table = renderHtmlTable({
    title: 'All metrics',
    note: 'Small print: the names in JSON, gates and certificates.',
    head: ['Metric', ...labels.map(escapeHtml)],
    rows,
  });
  return `<details class="all"><summary>All ${metricNames.length} metrics explained</summary>${table}</details>\n`;
}
