import type { RateInterval } from '../../statistics/wilson.ts';
import { toPercent } from '../figures.ts';
import { escapeHtml } from './escape-html.ts';

const width = 120;
const height = 12;

/** How the numbers are written: a rate in per cent, a score from 0 to 1. */
export type IntervalStyle = 'rate' | 'score';

/** A figure from 0 to 1 with its interval, drawn and in words, and n: never the bare value. */
export function renderDrawnInterval(interval: RateInterval, style: IntervalStyle): string {
  const { value, low, high, n, why } = interval;
  if (value === null) return `<span class="none">– ${escapeHtml(why ?? 'not known')}, n=${n}</span>`;
  const write = style === 'rate' ? toPercent : toScore;
  const bounds = low === null || high === null ? (why ?? 'no interval') : `[${write(low)}, ${write(high)}]`;
  const text = `<b>${write(value)}${style === 'rate' ? ' %' : ''}</b> <span class="bounds">${escapeHtml(bounds)}</span>`;
  return `<span class="interval"><span>${text} <span class="n">n=${toCount(n)}</span></span>${renderBar(value, low, high)}</span>`;
}

/** A track from 0 to 1, the interval upon it, and a dot where the value is. */
function renderBar(value: number, low: number | null, high: number | null): string {
  const at = (share: number) => (3 + share * (width - 6)).toFixed(1);
  const middle = height / 2;
  const range =
    low === null || high === null
      ? ''
      : `<line class="range" x1="${at(low)}" x2="${at(high)}" y1="${middle}" y2="${middle}"/>`;
  const track = `<line class="track" x1="${at(0)}" x2="${at(1)}" y1="${middle}" y2="${middle}"/>`;
  const dot = `<circle class="dot" cx="${at(value)}" cy="${middle}" r="3"/>`;
  return `<svg class="bar" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${track}${range}${dot}</svg>`;
}

function toScore(unit: number): string {
  return unit.toFixed(2);
}

export function toCount(count: number): string {
  return count.toLocaleString('en');
}
