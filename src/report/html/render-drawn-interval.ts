import { toPercent } from '../../base/percent.ts';
import type { RateInterval } from '../../statistics/wilson.ts';
import { escapeHtml } from './escape-html.ts';
import { renderBar } from './render-bar.ts';

/** How the numbers are written: a rate in per cent, a score from 0 to 1. */
export type IntervalStyle = 'rate' | 'score';

/** A metric from 0 to 1 with its interval, drawn and in words, and n: never the bare value. */
export function renderDrawnInterval(interval: RateInterval, style: IntervalStyle): string {
  const { value, low, high, n, why } = interval;
  if (value === null) return `<span class="none">– ${escapeHtml(why ?? 'not known')}, n=${n}</span>`;
  const write = style === 'rate' ? toPercent : toScore;
  const bounds = low === null || high === null ? (why ?? 'no interval') : `[${write(low)}, ${write(high)}]`;
  const text = `<b>${write(value)}${style === 'rate' ? ' %' : ''}</b> <span class="bounds">${escapeHtml(bounds)}</span>`;
  return `<span class="interval"><span>${text} <span class="n">n=${toCount(n)}</span></span>${renderBar({ value, low, high })}</span>`;
}

function toScore(unit: number): string {
  return unit.toFixed(2);
}

export function toCount(count: number): string {
  return count.toLocaleString('en');
}
