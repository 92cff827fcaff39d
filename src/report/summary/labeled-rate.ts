import { renderNumberOf } from '../../base/number-of.ts';
import { fewestForRate, toFraction, toWholePercent } from '../../base/percent.ts';
import type { LabeledRate } from '../../calibrate/labeled-pass-rate.ts';

/**
 * The pass rate that people would give, in words: `82% (95% CI 74–88, 40 random labels + judge on 460). 40 more labels:
 * ±7 → ±5 pp.`
 */
export function renderLabeledRate(rate: LabeledRate): string {
  const sentences = [`${renderValue(rate)} (${listFacts(rate).join(', ')})`, ...listNotes(rate)];
  return `${sentences.join('. ')}.`;
}

function renderValue({ value, low, high, n, passes, drawn }: LabeledRate): string {
  if (value !== null) return n < fewestForRate ? `${passes}/${n}` : `${toWholePercent(value)}%`;
  if (low === null || high === null) return 'unknown';
  const [least, most] = [toFraction(low, drawn), toFraction(high, drawn)];
  if (least !== undefined && most !== undefined) return `between ${least} and ${most}`;
  return `between ${toWholePercent(low)}% and ${toWholePercent(high)}%`;
}

/** What a rate rests on. */
function listFacts(rate: LabeledRate): readonly string[] {
  const { value, low, high, n, method, drawn, answered, judgeOnly, why } = rate;
  const answers = `${answered} of ${drawn} answered`;
  if (method === 'bound') return [answers, 'range: the rest counted as all fails or all passes'];
  if (value === null || low === null || high === null) return [why ?? 'no label yet'];
  const labels = renderNumberOf(n, 'random label');
  const basis =
    method === 'ppi'
      ? `${labels} + judge on ${judgeOnly.toLocaleString('en')}`
      : `${labels} alone${why === undefined ? '' : `: ${why}`}`;
  return [
    ...(n < fewestForRate ? [] : [`95% CI ${toWholePercent(low)}–${toWholePercent(high)}`]),
    ...[basis, ...(answered < drawn ? [answers] : [])],
  ];
}

/** What more labels would buy, and which labels do not count. */
function listNotes({ more, n, chosen, leftOut }: LabeledRate): readonly string[] {
  return [
    ...(leftOut === 0
      ? []
      : [`${renderNumberOf(leftOut, 'conversation')} added after the draw ${leftOut === 1 ? 'is' : 'are'} excluded`]),
    ...(more === undefined || n < fewestForRate ? [] : [renderMore(more)]),
    ...(chosen === 0
      ? []
      : [`${renderNumberOf(chosen, 'label')} outside the draw ${chosen === 1 ? 'is' : 'are'} excluded`]),
  ];
}

function renderMore({ labels, halfWidth, halfWidthAfter }: NonNullable<LabeledRate['more']>): string {
  const [now, after] = [halfWidth, halfWidthAfter].map((half) => half * 100);
  const isSame = now?.toFixed(0) === after?.toFixed(0);
  const [from, to] = [now, after].map((points) => points?.toFixed(isSame ? 1 : 0));
  return `${labels} more ${labels === 1 ? 'label' : 'labels'}: ±${from} → ±${to} pp`;
}
