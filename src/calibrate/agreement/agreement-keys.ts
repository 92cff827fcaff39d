import type { RatingLevel } from '../../statistics/rating-level.ts';

/** The metrics of `agreement()`, by the names that JSON gives them, in the order they are shown. */
export const agreementKeys = [
  'percent_agreement',
  'cohen_kappa',
  'kappa_linear',
  'kappa_quadratic',
  'scott_pi',
  'fleiss_kappa',
  'alpha_nominal',
  'alpha_ordinal',
  'alpha_interval',
  'alpha_ratio',
  'gwet_ac1',
  'gwet_ac2_quadratic',
  'brennan_prediger',
] as const;
export type AgreementKey = (typeof agreementKeys)[number];

/** What scores must be for a metric to mean something; those that are not here need names only. */
export const neededLevels: Readonly<Partial<Record<AgreementKey, RatingLevel>>> = {
  kappa_linear: 'ordinal',
  kappa_quadratic: 'ordinal',
  gwet_ac2_quadratic: 'ordinal',
  alpha_ordinal: 'ordinal',
  alpha_interval: 'interval',
  alpha_ratio: 'ratio',
};

/** The metrics of two raters: of more, the mean over every two. They need to know who is who. */
export const pairKeys: readonly AgreementKey[] = ['cohen_kappa', 'kappa_linear', 'kappa_quadratic', 'scott_pi'];
