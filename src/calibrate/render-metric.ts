import type { Metric } from '../conversation/certificate.ts';

const minDigits = 2;
const maxDigits = 4;

/**
 * A metric in words: `0.60 [0.31, 0.83] n=10`. A bound has no known value: `0.31–0.83 (bound) n=10`. Where an end would look like the limit it is held against, more digits
 * tell them apart.
 */
export function renderMetric(metric: Metric, limit?: number): string {
  if (metric.value === null) return `– n=${metric.n}`;
  const digits = limit === undefined ? minDigits : toDigits(metric, limit);
  if (metric.bound === true) return `${renderBound(metric, digits)} n=${metric.n}`;
  const ends =
    metric.low === undefined || metric.high === undefined
      ? ''
      : ` [${toFixed(metric.low, digits)}, ${toFixed(metric.high, digits)}]`;
  return `${toFixed(metric.value, digits)}${ends} n=${metric.n}`;
}

/** What was scored says little of what was not, so its value does not stand alone. */
function renderBound({ value, low, high }: Metric, digits: number): string {
  if (low === undefined || high === undefined) return `${toFixed(value ?? 0, digits)} (scored only)`;
  return `${toFixed(low, digits)}–${toFixed(high, digits)} (bound)`;
}

/** A limit as somebody wrote it, with two digits at least. */
export function renderLimit(limit: number): string {
  const text = String(limit);
  return text.length > 4 ? text : limit.toFixed(minDigits);
}

/** With a minus sign, and without one for what rounds to zero. */
function toFixed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

function toDigits({ low, high }: Metric, limit: number): number {
  for (let digits = minDigits; digits < maxDigits; digits++) {
    const looksLike = (end: number | undefined) =>
      end !== undefined && end !== limit && toFixed(end, digits) === toFixed(limit, digits);
    if (!looksLike(low) && !looksLike(high)) return digits;
  }
  return maxDigits;
}
