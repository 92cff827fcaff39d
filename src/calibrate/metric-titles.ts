import type { MetricName } from './metric-names.ts';

/** The metrics as people write them. */
export const metricTitles: Readonly<Record<MetricName, string>> = {
  exact: 'Exact agreement',
  within1: 'Agreement within 1',
  bias: 'Bias',
  mae: 'Mean distance',
  rmse: 'Root mean square distance',
  kappa: 'Cohen κ',
  kappa_linear: 'Linear κ',
  kappa_quadratic: 'Quadratic κ',
  scott_pi: 'Scott π',
  alpha_nominal: 'Nominal α',
  alpha_ordinal: 'Ordinal α',
  alpha_interval: 'Interval α',
  gwet_ac1: 'Gwet AC1',
  gwet_ac2: 'Gwet AC2',
  brennan_prediger: 'Brennan–Prediger',
  spearman: 'Spearman ρ',
  kendall_tau_b: 'Kendall τ-b',
  mcc: 'MCC',
  tpr: 'TPR',
  tnr: 'TNR',
};
