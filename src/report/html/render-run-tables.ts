import type { LabeledRate } from '../../calibrate/labeled-pass-rate.ts';
import { hasSeveralSends } from '../../conversation/variant-name.ts';
import { renderPoints, renderSum, renderUsd } from '../metrics.ts';
import { nameVariant } from '../render-case-list.ts';
import { nameReplies, type ReplyNames } from '../reply-names.ts';
import type { PropagationMetrics, RunMetrics } from '../run-metrics.ts';
import { listAssumptions, listJudgedRates, renderCertificate, renderTransport } from '../summary/judged-rates.ts';
import { renderLabeledRate } from '../summary/labeled-rate.ts';
import { listUngradedCases, renderUngradedCases } from '../summary/ungraded-cases.ts';
import { escapeHtml } from './escape-html.ts';
import { renderDrawnInterval, toCount } from './render-drawn-interval.ts';
import { renderHtmlTable } from './render-html-table.ts';

/** Why cases were not graded, how often, with one message of each cause. */
export function renderCauses({ causes }: RunMetrics): string {
  if (causes.length === 0) return '';
  const rows = causes.map(({ status, cause, count, example, hasOthers }) => [
    `<span class="mark ${status}">${status === 'error' ? '!' : '?'}</span> ${escapeHtml(cause)}`,
    `<span class="count">${toCount(count)}</span>`,
    `<span class="example">${escapeHtml(example)}${hasOthers ? ' <span class="n">and others</span>' : ''}</span>`,
  ]);
  const note = listUngradedCases({ causes })
    .map((ungraded) => escapeHtml(renderUngradedCases(ungraded)))
    .join('<br>');
  return renderHtmlTable({
    title: 'Errors and ungraded',
    ...(note === '' ? {} : { note }),
    head: ['Cause', 'Cases', 'One of them'],
    rows,
  });
}

/** What judges passed beside what people would have passed, by their certificates. */
export function renderJudges(metrics: RunMetrics): string {
  const judges = listJudgedRates(metrics);
  if (judges.length === 0) return '';
  const hasLabels = judges.some(({ labeled }) => labeled !== undefined);
  const rows = judges.map((judge) => [
    `${escapeHtml(judge.deck)} <span class="n below">by ${escapeHtml(judge.target)}</span>`,
    escapeHtml(nameVariant(judge.variant, metrics.variants)),
    renderDrawnInterval(judge.raw, 'rate'),
    renderDrawnInterval(judge.corrected, 'rate'),
    ...(hasLabels ? [renderLabeled(judge.labeled)] : []),
    [renderCertificate(judge), ...renderTransport(judge).map((note) => `Warning: ${note}`)]
      .map(escapeHtml)
      .join('<br>'),
  ]);
  const head = ['Judge', 'Target', 'Passed', 'Corrected', ...(hasLabels ? ['By people'] : []), 'Certificate'];
  const note = [`${judgesNote}${hasLabels ? labelsNote : ''}`, ...listAssumptions(judges)].join(' ');
  return renderHtmlTable({ title: 'By judge', note, head, rows });
}

const judgesNote =
  'Passed: verdicts of the judge. Corrected: what people would have passed, by the errors that its calibration found.';
const labelsNote =
  ' By people: what people would have passed, by labels of conversations that were drawn at random from this run.';

function renderLabeled(labeled: LabeledRate | undefined): string {
  if (labeled === undefined) return '<span class="none">– no labels</span>';
  if (labeled.value === null) return `<span class="none">${escapeHtml(renderLabeledRate(labeled))}</span>`;
  const told = `<span class="n below">${escapeHtml(renderLabeledRate(labeled))}</span>`;
  return `${renderDrawnInterval(labeled, 'rate')} ${told}`;
}

/** What errors that were carried on cost: the same replies after a good history and after the target's own. */
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
    note: 'The same replies after the reference history (every-turn) and after the target’s own replies (script).',
    head: [names.what === 'turn' ? 'Turn' : 'Reply', 'every-turn', 'script', 'Difference'],
    rows: byReply.map(({ replyIndex, everyTurn, script, gap }) => [
      names.toLabel(replyIndex),
      renderDrawnInterval(everyTurn, 'rate'),
      renderDrawnInterval(script, 'rate'),
      `${escapeHtml(renderPoints(gap))} <span class="n">n=${toCount(gap.n)}</span>`,
    ]),
  });
}

/** What simulated users did is told apart: their failures are not the target's. */
export function renderSimulated({ simulated }: RunMetrics): string {
  if (simulated === undefined) return '';
  const rows = Object.entries(simulated.ends).map(([end, count]) => [
    escapeHtml(end),
    `<span class="count">${toCount(count)}</span>`,
  ]);
  const note = `How simulated conversations ended. The simulated user cost ${escapeHtml(renderSum(simulated.costUsd, renderUsd))}.`;
  return renderHtmlTable({ title: 'Simulated users', note, head: ['End', 'Conversations'], rows });
}
