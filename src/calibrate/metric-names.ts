import { gateNames } from '../conversation/gate-names.ts';

const [exact, within1, ...others] = gateNames;

/** The metrics of a calibration, by the names that JSON, gates and certificates give them. Bias and distances have no bound from below. */
export const metricNames = [exact, within1, 'bias', 'mae', 'rmse', ...others] as const;
export type MetricName = (typeof metricNames)[number];

/** What holds for a deck without `gate`: pass and fail are what a run counts. */
export const defaultThresholds: Readonly<Partial<Record<MetricName, number>>> = { tpr: 0.8, tnr: 0.8 };

/** A gate without a threshold would trust anybody. */
export function toHeldThresholds(gate: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  return Object.keys(gate).length === 0 ? defaultThresholds : gate;
}

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

/** The metrics as people write them. */
export const metricTitles: Readonly<Record<MetricName, string>> = {
  exact: 'Exact agreement',
  within1: 'Agreement within 1',
  bias: 'Bias',
  mae: 'Mean absolute error',
  rmse: 'RMSE',
  kappa: 'Cohen κ',
  kappaLinear: 'Linear κ',
  kappaQuadratic: 'Quadratic κ',
  scottPi: 'Scott π',
  alphaNominal: 'Nominal α',
  alphaOrdinal: 'Ordinal α',
  alphaInterval: 'Interval α',
  gwetAc1: 'Gwet AC1',
  gwetAc2: 'Gwet AC2',
  brennanPrediger: 'Brennan–Prediger',
  spearman: 'Spearman ρ',
  kendallTauB: 'Kendall τ-b',
  mcc: 'MCC',
  tpr: 'TPR',
  tnr: 'TNR',
};
