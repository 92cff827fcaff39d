import type { MetricName } from './metric-names.ts';

/** Where a metric can lie: a share from 0 to 1, a coefficient from −1 to 1, or points of the scale. */
export type MetricKind = 'share' | 'coefficient' | 'shift' | 'distance';

const kinds: Readonly<Partial<Record<MetricName, MetricKind>>> = {
  exact: 'share',
  within1: 'share',
  tpr: 'share',
  tnr: 'share',
  bias: 'shift',
  mae: 'distance',
  rmse: 'distance',
};

export function toMetricKind(name: MetricName): MetricKind {
  return kinds[name] ?? 'coefficient';
}

/** Whether a metric is a share of n. */
export function isRate(name: MetricName): boolean {
  return toMetricKind(name) === 'share';
}
