import { fewestForRate, joinEnds, toFraction } from '../base/percent.ts';
import type { Estimate } from '../statistics/estimate.ts';

const minDigits = 2;
const maxDigits = 4;

/** One with a bound has no known value. */
export type ShownEstimate = Estimate & { readonly bound?: true };

export interface MetricStyle {
  /** What it is compared with. Where an end would look the same, more digits tell them apart. */
  readonly threshold?: number | undefined;
  /** Whether it is a share of n: few are a fraction. */
  readonly isRate?: boolean;
}

/**
 * A metric in words: `0.60 (95% CI 0.31–0.83, n=10)`. A bound has no known value: `0.31–0.83 (bound, n=10)`. A rate of few
 * is a fraction: `3/4`.
 */
export function renderMetric(metric: ShownEstimate, style: MetricStyle = {}): string {
  const { value, facts } = toMetricParts(metric, style);
  return facts === '' ? value : `${value} (${facts})`;
}

/** The same in two parts, for a medium that sets them apart: `0.60` and `95% CI 0.31–0.83, n=10`. */
export function toMetricParts(
  metric: ShownEstimate,
  { threshold, isRate = false }: MetricStyle = {},
): { readonly value: string; readonly facts: string } {
  const { value, low, high, n } = metric;
  const count = `n=${n.toLocaleString('en')}`;
  if (value === null) return { value: '–', facts: count };
  const digits = threshold === undefined ? minDigits : toDigits(metric, threshold);
  const ends = low === null || high === null ? undefined : toEnds(low, high, digits);
  if (metric.bound === true) {
    // What was scored says little about what was not, so its value never appears alone.
    return ends === undefined
      ? { value: toFixed(value, digits), facts: `scored only, ${count}` }
      : { value: ends, facts: `bound, ${count}` };
  }
  const fraction = isRate ? toFraction(value, n) : undefined;
  if (fraction !== undefined) return { value: fraction, facts: '' };
  const hasInterval = ends !== undefined && n >= fewestForRate;
  return { value: toFixed(value, digits), facts: hasInterval ? `95% CI ${ends}, ${count}` : count };
}

function toEnds(low: number, high: number, digits: number): string {
  return joinEnds(toFixed(low, digits), toFixed(high, digits));
}

/** A threshold as it was written, with two digits at least. */
export function renderThreshold(threshold: number): string {
  const text = String(threshold);
  return text.length > 4 ? text : threshold.toFixed(minDigits);
}

/** With a minus sign, and without one for what rounds to zero. */
function toFixed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

function toDigits({ low, high }: Estimate, threshold: number): number {
  for (let digits = minDigits; digits < maxDigits; digits++) {
    const looksLike = (end: number | null) =>
      end !== null && end !== threshold && toFixed(end, digits) === toFixed(threshold, digits);
    if (!looksLike(low) && !looksLike(high)) return digits;
  }
  return maxDigits;
}
