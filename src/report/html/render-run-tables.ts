import type { LabeledRate } from '../../calibrate/labeled-pass-rate.ts';
import { hasSeveralSends } from '../../conversation/run/run-record.ts';
import { renderSum, renderUsd } from '../amounts.ts';
import { nameVariant } from '../render-case-list.ts';
import { nameReplies, type ReplyNames } from '../reply-names.ts';
import type { PropagationMetrics, RunMetrics } from '../run-metrics.ts';
import {
  listAssumptions,
  listJudgedRates,
  renderCertificate,
  renderLabeledRate,
  renderTransport,
  toShownCorrected,
} from '../summary/judged-rates.ts';
import { listUngradedCases, renderUngradedCases } from '../summary/ungraded-cases.ts';
import { escapeHtml } from './escape-html.ts';
import { renderEstimateHtml, renderEstimateText, toCount } from './render-estimate-html.ts';
import { renderHtmlTable } from './render-html-table.ts';

/** Why cases were not graded, how often, with one message of each cause. */
export function renderCauses({ run, causes }: RunMetrics): string {
  if (causes.length === 0) return '';
  const rows = causes.map(({ status, cause, count, example, hasOthers }) => [
    `<span class="mark ${status}">${status === 'error' ? '!' : '?'}</span> ${escapeHtml(cause)}`,
    `<span class="count">${toCount(count)}</span>`,
    `<span class="example">${escapeHtml(example)}${hasOthers ? ' <span class="n">and others</span>' : ''}</span>`,
  ]);
  const note = listUngradedCases({ run, causes })
    .map((ungraded) => escapeHtml(renderUngradedCases(ungraded)))
    .join('<br>');
  return renderHtmlTable({
    title: 'Errors and ungraded',
    ...(note === '' ? {} : { note }),
    head: ['Cause', 'Cases', 'Example'],
    rows,
  });
}

/** What judges passed, and what people would have passed by the certificates of the judges. */
export function renderJudges(metrics: RunMetrics): string {
  const judges = listJudgedRates(metrics);
  if (judges.length === 0) return '';
  const hasLabels = judges.some(({ labeled }) => labeled !== undefined);
  const rows = judges.map((judge) => [
    `${escapeHtml(judge.deck)} <span class="n below">target ${escapeHtml(judge.target)}</span>`,
    escapeHtml(nameVariant(judge.variant, metrics.variants)),
    renderEstimateHtml(judge.raw, { unit: 'percent' }),
    renderEstimateHtml(toShownCorrected(judge), { unit: 'percent' }),
    ...(hasLabels ? [renderLabeled(judge.labeled)] : []),
    [renderCertificate(judge), ...renderTransport(judge).map((note) => `Warning: ${note}`)]
      .map((text) => `<span class="example">${escapeHtml(text)}</span>`)
      .join(''),
  ]);
  const head = [
    'Judge',
    'Target',
    'Raw pass rate',
    'Corrected',
    ...(hasLabels ? ['Human pass rate'] : []),
    'Certificate',
  ];
  const note = [`${judgesNote}${hasLabels ? labelsNote : ''}`, ...listAssumptions(judges)].join(' ');
  return renderHtmlTable({ title: 'By judge', note, head, rows });
}

const judgesNote =
  "Raw: the judge's verdicts. Corrected: an estimate of what people would pass, based on the judge's errors in calibration.";
const labelsNote = ' Human pass rate: an estimate from human labels on random conversations of this run.';

function renderLabeled(labeled: LabeledRate | undefined): string {
  if (labeled === undefined) return '<span class="none">– no labels</span>';
  if (labeled.value === null) return `<span class="none">${escapeHtml(renderLabeledRate(labeled))}</span>`;
  const told = `<span class="n below">${escapeHtml(renderLabeledRate(labeled))}</span>`;
  return `${renderEstimateHtml(labeled, { unit: 'percent' })} ${told}`;
}

/** Error propagation: the same turns with the reference history and with the target's own. */
export function renderPropagation({ variants, propagation }: RunMetrics): string {
  const names = nameReplies(variants);
  const hasSends = hasSeveralSends(variants);
  const toName = ({ target, send }: PropagationMetrics) => {
    return propagation.length > 1 ? `: ${hasSends ? `${target} · ${send}` : target}` : '';
  };
  return propagation.map((pairing) => renderPairing(pairing, toName(pairing), names)).join('');
}

function renderPairing({ byReply }: PropagationMetrics, name: string, names: ReplyNames): string {
  return renderHtmlTable({
    title: `Error propagation${escapeHtml(name)}`,
    note: 'The same turns with the reference history (every-turn) and with the target’s own history (script).',
    head: [
      names.what === 'turn' ? 'Turn' : 'Reply',
      'With reference history',
      'With its own history',
      'Error propagation',
    ],
    rows: byReply.map(({ replyIndex: reply, everyTurn, script, gap }) => [
      names.toLabel(reply),
      renderEstimateHtml(everyTurn, { unit: 'percent' }),
      renderEstimateHtml(script, { unit: 'percent' }),
      renderEstimateText(gap, { unit: 'points' }),
    ]),
  });
}

/** Simulated users are reported separately: their failures are not the target's. */
export function renderSimulated({ simulated }: RunMetrics): string {
  if (simulated === undefined) return '';
  const rows = Object.entries(simulated.ends).map(([end, count]) => [
    escapeHtml(end),
    `<span class="count">${toCount(count)}</span>`,
  ]);
  const note = `How simulated conversations ended. The simulated user cost ${escapeHtml(renderSum(simulated.costUsd, renderUsd))}.`;
  return renderHtmlTable({ title: 'Simulated users', note, head: ['End', 'Conversations'], rows });
}
