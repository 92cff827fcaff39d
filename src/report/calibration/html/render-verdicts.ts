import type { Calibration, Gate } from '../../../calibrate/calibration.ts';
import { type GateState, gateStateTitles } from '../../../conversation/certificate.ts';
import { isRate, metricTable } from '../../../statistics/metric-table.ts';
import { renderThreshold } from '../../../statistics/render-estimate.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderEstimateHtml, toDomain } from '../../html/render-estimate-html.ts';
import { findBaselineSentence } from '../baseline-note.ts';
import { listEvidenceSentences, listNeededSentences } from '../evidence-sentences.ts';

const signs: Readonly<Record<GateState, string>> = { trusted: '✓', 'not-trusted': '✗', 'insufficient-labels': '?' };
const classes: Readonly<Record<GateState, string>> = {
  trusted: 'pass',
  'not-trusted': 'fail',
  'insufficient-labels': 'ungraded',
};

const meanings: Readonly<Record<GateState, string>> = {
  trusted: 'The evidence meets every threshold, even if you check repeatedly.',
  'not-trusted': 'The evidence against it is strong. More labels are unlikely to change that.',
  'insufficient-labels': 'No threshold is clearly missed, but there are not enough labels to show that all are met.',
};

const besidesMeaning = 'No metric is below its threshold. See the first reason below.';

/** Whether each judge may be trusted, first and as text. */
export function renderVerdicts(calibrations: readonly Calibration[]): string {
  return `<div class="cards">${calibrations.map(renderVerdict).join('')}</div>\n`;
}

function renderVerdict(calibration: Calibration, judge: number): string {
  const { deck, target, gate, compared, n } = calibration;
  const title = gateStateTitles[gate.state];
  const word = `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
  const name = `<a href="#judge-${judge}">${escapeHtml(target)}</a> <span class="n">${escapeHtml(deck)}</span>`;
  const basis = `${compared.toLocaleString('en')} of ${n.toLocaleString('en')} samples were compared with human labels.`;
  return [
    `<section class="card gate ${toCardClass(gate)}">`,
    `<h2><span class="state"><span class="mark ${classes[gate.state]}" aria-hidden="true">${signs[gate.state]}</span> ${word}</span> <span class="who">${name}</span></h2>`,
    `<p class="note">${toMeaning(gate)} ${basis}</p>`,
    ...listWarnings(calibration).map((sentence) => `<p class="warning">! ${escapeHtml(sentence)}</p>`),
    renderThresholds(calibration),
    renderSentences(gate.reasons, 'reasons'),
    renderSentences([...listNeededSentences(calibration), ...listEvidenceSentences(calibration)], 'needed'),
    '</section>\n',
  ].join('');
}

/** Trusted with a caveat is not all green. */
function toCardClass({ state, caveats }: Gate): string {
  return state === 'trusted' && caveats.length > 0 ? 'ungraded' : classes[state];
}

/** Not trusted without a missed metric: it grades too little, or says the same of everything. */
function toMeaning({ state, metrics }: Gate): string {
  const isMissed = metrics.some((metric) => metric.state === 'missed');
  return state === 'not-trusted' && !isMissed ? besidesMeaning : meanings[state];
}

/** What no metric tells: that it does no better than a constant, and what probes found. */
function listWarnings(calibration: Calibration): readonly string[] {
  const sentence = findBaselineSentence(calibration);
  const { state, caveats } = calibration.gate;
  const clauses = caveats.map((clause) => toSentence(state === 'trusted' ? `but ${clause}` : clause));
  return [...(sentence === undefined ? [] : [sentence]), ...clauses];
}

function toSentence(clause: string): string {
  return `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;
}

function renderSentences(sentences: readonly string[], className: string): string {
  if (sentences.length === 0) return '';
  const items = sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`);
  return `<ul class="${className}">${items.join('')}</ul>`;
}

const stateMarks = { met: ['pass', '✓'], missed: ['fail', '✗'], inconclusive: ['ungraded', '?'] } as const;

/** Each metric that has a threshold, with the threshold drawn across its interval. */
function renderThresholds(calibration: Calibration): string {
  const rows = calibration.gate.metrics.map(({ metric: name, threshold, state }) => {
    const metric = calibration[name];
    const domain = toDomain(metricTable[name].kind, [metric]);
    const drawn = renderEstimateHtml(metric, { domain, threshold, isRate: isRate(name) });
    const [mark, sign] = stateMarks[state];
    const said = `<span class="mark ${mark}" aria-hidden="true">${sign}</span> ${state}`;
    return `<li><span class="name">${escapeHtml(metricTable[name].title)} <span class="n">at least ${renderThreshold(threshold)}</span></span>${drawn}<span class="held">${said}</span></li>`;
  });
  return rows.length === 0 ? '' : `<ul class="thresholds">${rows.join('')}</ul>`;
}
