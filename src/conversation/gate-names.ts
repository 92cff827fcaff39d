/** The metrics a gate may bound from below, by the names that front matter, JSON and certificates give them. */
export const gateNames = [
  'exact',
  'within1',
  'kappa',
  'kappa_linear',
  'kappa_quadratic',
  'scott_pi',
  'alpha_nominal',
  'alpha_ordinal',
  'alpha_interval',
  'gwet_ac1',
  'gwet_ac2',
  'brennan_prediger',
  'spearman',
  'kendall_tau_b',
  'mcc',
  'tpr',
  'tnr',
] as const;

/** Those that tell scores apart by the steps of the scale: without steps they have no value. */
export const steppedGateNames = [
  'kappa',
  'kappa_linear',
  'kappa_quadratic',
  'scott_pi',
  'alpha_nominal',
  'gwet_ac1',
  'gwet_ac2',
  'brennan_prediger',
] as const satisfies readonly (typeof gateNames)[number][];

/** Metrics that are shares of samples: an e-value decides these. An interval decides the others. */
export const rateNames = ['exact', 'within1', 'tpr', 'tnr'] as const;

export function isRateName(name: string): boolean {
  return rateNames.some((rate) => rate === name);
}
