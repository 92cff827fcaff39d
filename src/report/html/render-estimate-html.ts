import type { Estimate } from '../../statistics/estimate.ts';
import type { MetricKind } from '../../statistics/metric-table.ts';
import {
  type EstimateStyle,
  renderFacts,
  type ShownEstimate,
  toEstimateParts,
} from '../../statistics/render-estimate.ts';
import { escapeHtml } from './escape-html.ts';

/** From where to where a track goes. */
type Domain = readonly [low: number, high: number];

/** The whole of what a metric can be; for points of the scale, as far as these estimates go. */
export function toDomain(kind: MetricKind, estimates: readonly Estimate[]): Domain {
  if (kind === 'share') return [0, 1];
  if (kind === 'coefficient') return [-1, 1];
  const far = estimates.flatMap(({ value, low, high }) => [value ?? 0, low ?? 0, high ?? 0]).map(Math.abs);
  const most = Math.max(1, ...far);
  return [kind === 'shift' ? -most : 0, most];
}

interface DrawnStyle extends EstimateStyle {
  /** Default: 0 to 1. */
  readonly domain?: Domain;
}

/** A number with its interval as text and drawn, and n: never the bare value. Few are a fraction, without a drawing. */
export function renderEstimateHtml(estimate: ShownEstimate, { domain = [0, 1], ...style }: DrawnStyle = {}): string {
  const text = renderEstimateText(estimate, style);
  const { value, low, high, bound } = estimate;
  const parts = toEstimateParts(estimate, style);
  if (value === null || renderFacts(parts) === '') return text;
  const { threshold } = style;
  const [from, to] = domain;
  const toShare = (point: number) => (point - from) / (to - from);
  const hasEnds = parts.interval !== '' || bound === true;
  const bar = renderBar({
    value: bound === true && low !== null ? null : toShare(value),
    low: low === null || !hasEnds ? null : toShare(low),
    high: high === null || !hasEnds ? null : toShare(high),
    ...(threshold === undefined ? {} : { threshold: toShare(threshold) }),
    ...(from < 0 ? { zero: toShare(0) } : {}),
  });
  return `<span class="interval"><span>${text}</span>${bar}</span>`;
}

/** A number with its interval as text only. */
export function renderEstimateText(estimate: ShownEstimate, style?: EstimateStyle): string {
  const { value, why } = estimate;
  const reason = why === undefined ? '' : ` <span class="n why">${escapeHtml(why)}</span>`;
  const parts = toEstimateParts(estimate, style);
  if (value === null) return `<span class="none">${[parts.value, escapeHtml(parts.basis)].join(' ')}${reason}</span>`;
  const facts = renderFacts(parts);
  const bounds = facts === '' ? '' : ` <span class="bounds">(${escapeHtml(facts)})</span>`;
  return `<b>${escapeHtml(parts.value)}</b>${bounds}${reason}`;
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
  /** What it is compared with. */
  readonly threshold?: number;
  /** Where nothing is: an upright line across the track. */
  readonly zero?: number;
}

/** A track, the interval upon it, and a dot where the value is. The numbers are next to it. */
function renderBar({ value, low, high, threshold, zero }: BarPlaces): string {
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
