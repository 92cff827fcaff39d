import type { RateInterval } from '../../statistics/wilson.ts';
import { toMeanParts, toRateParts } from '../metrics.ts';
import { escapeHtml } from './escape-html.ts';
import { renderBar } from './render-bar.ts';

/** How the numbers are written: a rate in percent, a score from 0 to 1. */
export type IntervalStyle = 'rate' | 'score';

/** A metric from 0 to 1 with its interval, drawn and in words, and n: never the bare value. Few are a fraction, without a bar. */
export function renderDrawnInterval(interval: RateInterval, style: IntervalStyle): string {
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
