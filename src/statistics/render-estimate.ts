import {
  fewestForRate,
  joinEnds,
  toFraction,
  toNegativePoints,
  toRatePercent,
  toSignedPoints,
} from '../base/percent.ts';
import type { Estimate } from './estimate.ts';

/** A difference may leave its n to the next column. A bound has no known value. */
export interface ShownEstimate extends Omit<Estimate, 'n'> {
  readonly n?: number;
  readonly bound?: true;
}

export interface EstimateStyle {
  /** How numbers are written: `82%`, `0.82`, `−12 pp`, `+12 pp`, or as a function does. Default: decimal. */
  readonly unit?: 'percent' | 'decimal' | 'points' | 'signed-points' | ((value: number) => string);
  /** Whether it is a share of n: few are a fraction. Default: what is written in percent is. */
  readonly isRate?: boolean;
  /** What a decimal is compared with. Where an end would look the same, more digits distinguish them. */
  readonly threshold?: number | undefined;
  /** What it is computed from, as text. Default: `n=120`. */
  readonly basis?: string;
}

interface EstimateParts {
  readonly value: string;
  /** The ends, such as `31–83`. Empty: there is no interval, or it would span nearly everything. */
  readonly interval: string;
  readonly basis: string;
}

/**
 * A number with its interval as text, for terminal and Markdown: `82% (95% CI 74–88, n=120)`, `0.60 (95% CI 0.31–0.83,
 * n=10)`. A rate of few is a fraction: `3/4`. A bound is a range: `0.31–0.83 (bound, n=10)`.
 */
export function renderEstimate(estimate: ShownEstimate, style: EstimateStyle = {}): string {
  const parts = toEstimateParts(estimate, style);
  const facts = renderFacts(parts);
  return facts === '' ? parts.value : `${parts.value} (${facts})`;
}

/** `95% CI 74–88, n=120`. Empty for a fraction, which says it all. */
export function renderFacts({ interval, basis }: EstimateParts): string {
  return [interval === '' ? '' : `95% CI ${interval}`, basis].filter((fact) => fact !== '').join(', ');
}

/** The same in parts, for a medium or a sentence that sets them apart. */
export function toEstimateParts(estimate: ShownEstimate, style: EstimateStyle = {}): EstimateParts {
  const { value, low, high, n, bound, why = '' } = estimate;
  const { unit = 'decimal', isRate = unit === 'percent' } = style;
  const { basis = n === undefined ? '' : `n=${n.toLocaleString('en')}` } = style;
  if (value === null) return { value: '–', interval: '', basis: n === undefined ? why : basis };
  const write = toWriter(estimate, style);
  const suffix = suffixes.get(unit) ?? '';
  const ends = low === null || high === null ? '' : joinEnds(write(low), write(high));
  if (bound === true) {
    // What was scored says little about what was not, so its value never appears alone.
    return ends === ''
      ? { value: `${write(value)}${suffix}`, interval: '', basis: `scored only, ${basis}` }
      : { value: `${ends}${suffix}`, interval: '', basis: `bound, ${basis}` };
  }
  const fraction = isRate && n !== undefined ? toFraction(value, n) : undefined;
  if (fraction !== undefined) return { value: fraction, interval: '', basis: '' };
  const isTelling = n === undefined || n >= fewestForRate;
  return { value: `${write(value)}${suffix}`, interval: isTelling ? ends : '', basis };
}

/** Appears once, after the value. */
const suffixes: ReadonlyMap<EstimateStyle['unit'], string> = new Map([
  ['percent', '%'],
  ['points', ' pp'],
  ['signed-points', ' pp'],
]);

function toWriter(estimate: ShownEstimate, { unit, threshold }: EstimateStyle): (value: number) => string {
  const { n = 0 } = estimate;
  if (typeof unit === 'function') return unit;
  if (unit === 'percent') return (value) => toRatePercent(value, n);
  if (unit === 'points') return toNegativePoints;
  if (unit === 'signed-points') return toSignedPoints;
  const digits = threshold === undefined ? minDigits : toDigits(estimate, threshold);
  return (value) => toFixed(value, digits);
}

const minDigits = 2;
const maxDigits = 4;

/** A threshold as it was written, with at least two digits. */
export function renderThreshold(threshold: number): string {
  const text = String(threshold);
  return text.length > 4 ? text : threshold.toFixed(minDigits);
}

/** With a minus sign, and without one for what rounds to zero. */
function toFixed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

function toDigits({ low, high }: ShownEstimate, threshold: number): number {
  for (let digits = minDigits; digits < maxDigits; digits++) {
    const looksLike = (end: number | null) =>
      end !== null && end !== threshold && toFixed(end, digits) === toFixed(threshold, digits);
    if (!looksLike(low) && !looksLike(high)) return digits;
  }
  return maxDigits;
}
