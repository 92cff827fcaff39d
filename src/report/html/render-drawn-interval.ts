import type { Estimate } from '../../statistics/estimate.ts';
import { toMeanParts, toRateParts } from '../metrics.ts';
import { escapeHtml } from './escape-html.ts';

/** How the numbers are written: a rate in percent, a score from 0 to 1. */
export type IntervalStyle = 'rate' | 'score';

/** A metric from 0 to 1 with its interval, drawn and in words, and n: never the bare value. Few are a fraction, without a bar. */
export function renderDrawnInterval(interval: Estimate, style: IntervalStyle): string {
  const { value, low, high, n, why } = interval;
  if (value === null) return `<span class="none">– ${escapeHtml(why ?? 'not known')}, n=${toCount(n)}</span>`;
  const parts = style === 'rate' ? toRateParts(interval) : toMeanParts(interval);
  const facts = parts.facts === '' ? '' : ` <span class="bounds">${escapeHtml(parts.facts)}</span>`;
  const bar = parts.facts.includes('95% CI') ? renderBar({ value, low, high }) : '';
  return `<span class="interval"><span><b>${parts.value}</b>${facts}</span>${bar}</span>`;
}

export function toCount(count: number): string {
  return count.toLocaleString('en');
}

const width = 120;
const height = 12;

/** Places on the track, 0–1 from left to right. */
interface BarPlaces {
  /** null: only the interval is known. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** What it is held against. */
  readonly threshold?: number;
  /** Where nothing is: an upright line across the track. */
  readonly zero?: number;
}

/** A track, the interval upon it, and a dot where the value is. The numbers stand beside it. */
export function renderBar({ value, low, high, threshold, zero }: BarPlaces): string {
  const at = (share: number) => (3 + Math.min(1, Math.max(0, share)) * (width - 6)).toFixed(1);
  const middle = height / 2;
  const range =
    low === null || high === null
      ? ''
      : `<line class="range" x1="${at(low)}" x2="${at(high)}" y1="${middle}" y2="${middle}"/>`;
  const track = `<line class="track" x1="${at(0)}" x2="${at(1)}" y1="${middle}" y2="${middle}"/>`;
  const origin = zero === undefined ? '' : `<path class="zero" d="M${at(zero)} 1V${height - 1}"/>`;
  const held = threshold === undefined ? '' : `<path class="threshold" d="M${at(threshold)} 0V${height}"/>`;
  const dot = value === null ? '' : `<circle class="dot" cx="${at(value)}" cy="${middle}" r="3"/>`;
  return `<svg class="bar" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${track}${origin}${range}${held}${dot}</svg>`;
}
