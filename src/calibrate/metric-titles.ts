import type { MetricName } from './metric-names.ts';

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
