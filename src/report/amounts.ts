import type { PartialSum } from './run-metrics.ts';

/** Replies are numbered from 0 in files; people count from the 1st. */
export function renderOrdinal(index: number): string {
  const place = index + 1;
  const isTeen = Math.floor((place % 100) / 10) === 1;
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10];
  return `${place}${ending ?? 'th'}`;
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
export function renderSum({ total, unknownCalls }: PartialSum, render: (value: number) => string): string {
  if (total === null) return unknownCalls === 0 ? '–' : 'unknown';
  return `${unknownCalls > 0 ? '≥ ' : ''}${render(total)}`;
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

/** Two digits that count, from a thousand on: `950`, `4.2k`, `17M`. */
export function renderShortCount(value: number): string {
  if (value < 999.5) return String(Math.round(value));
  return value < 999_500 ? `${toTwoDigits(value / 1e3)}k` : `${toTwoDigits(value / 1e6)}M`;
}

function toTwoDigits(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}
