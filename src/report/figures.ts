import { wilsonInterval } from '../statistics/wilson.ts';
import type { PartialSum } from './run-summary.ts';

/** A rate with its 95 % interval and n, never bare: `82.0 % [74.1, 87.9] n=120`. */
export function renderRate(successes: number, trials: number): string {
  const { value, low, high, n } = wilsonInterval(successes, trials);
  if (value === null || low === null || high === null) return 'no rate n=0';
  return `${toPercent(value)} % [${toPercent(low)}, ${toPercent(high)}] n=${n}`;
}

/** One decimal; only what is exactly none or all is shown as 0 or 100. */
function toPercent(share: number): string {
  if (share === 0 || share === 1) return (share * 100).toFixed(1);
  return Math.min(Math.max(share * 100, 0.1), 99.9).toFixed(1);
}

/** Two digits that count: a histogram knows no more. */
export function renderDuration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1) return '<1 ms';
  if (ms < 995) return `${Number(ms.toPrecision(2))} ms`;
  const seconds = ms / 1000;
  return seconds < 9.95 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** `≥` when a part is not known, and `unknown` when none is. */
export function renderSum({ known, unknown, sum }: PartialSum, render: (value: number) => string): string {
  if (known === 0) return unknown === 0 ? '–' : 'unknown';
  return `${unknown > 0 ? '≥ ' : ''}${render(sum)}`;
}

/** Cents, and more digits for what is less than ten of them. */
export function renderUsd(value: number): string {
  if (value === 0 || value >= 0.1) return `$${value.toFixed(2)}`;
  return value < 0.0001 ? '<$0.0001' : `$${value.toFixed(4)}`;
}

export function renderCount(value: number): string {
  if (value < 10_000) return String(value);
  return value < 999_500 ? `${Math.round(value / 1000)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}
