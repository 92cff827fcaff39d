import type { MetricEstimate } from '../../../calibrate/calibration.ts';
import type { MetricKind } from '../../../calibrate/metric-names.ts';
import { type MetricStyle, toMetricParts } from '../../../calibrate/render-metric.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderBar } from '../../html/render-drawn-interval.ts';

/** From where to where a track goes. */
export type Domain = readonly [low: number, high: number];

/** The whole of what a metric can be; for points of the scale, as far as these metrics go. */
export function toDomain(kind: MetricKind, metrics: readonly MetricEstimate[]): Domain {
  if (kind === 'share') return [0, 1];
  if (kind === 'coefficient') return [-1, 1];
  const far = metrics.flatMap(({ value, low, high }) => [value ?? 0, low ?? 0, high ?? 0]).map(Math.abs);
  const most = Math.max(1, ...far);
  return [kind === 'shift' ? -most : 0, most];
}

export interface MetricDrawing extends MetricStyle {
  readonly domain: Domain;
}

/** A metric with its interval, drawn and in words, and n: never the bare value. Few are a fraction, without a bar. */
export function renderDrawnMetric(metric: MetricEstimate, { domain, ...style }: MetricDrawing): string {
  const text = renderMetricText(metric, style);
  const { value, low, high } = metric;
  if (value === null || toMetricParts(metric, style).facts === '') return text;
  const { threshold } = style;
  const [from, to] = domain;
  const toShare = (point: number) => (point - from) / (to - from);
  const bar = renderBar({
    value: metric.bound === true && low !== null ? null : toShare(value),
    low: low === null ? null : toShare(low),
    high: high === null ? null : toShare(high),
    ...(threshold === undefined ? {} : { threshold: toShare(threshold) }),
    ...(from < 0 ? { zero: toShare(0) } : {}),
  });
  return `<span class="interval"><span>${text}</span>${bar}</span>`;
}

/** The same in words only. */
export function renderMetricText(metric: MetricEstimate, style?: MetricStyle): string {
  const { value, n, why } = metric;
  const reason = why === undefined ? '' : ` <span class="n why">${escapeHtml(why)}</span>`;
  if (value === null) return `<span class="none">– n=${n.toLocaleString('en')}${reason}</span>`;
  const { value: number, facts } = toMetricParts(metric, style);
  const bounds = facts === '' ? '' : ` <span class="bounds">(${escapeHtml(facts)})</span>`;
  return `<b>${number}</b>${bounds}${reason}`;
}
