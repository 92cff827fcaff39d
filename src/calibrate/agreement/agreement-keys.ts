import type { RatingLevel } from '../../statistics/rating-level.ts';

/** The metrics of `agreement()`, by the names that JSON gives them, in the order they are shown. */
export const agreementKeys = [
  'percentAgreement',
  'cohenKappa',
  'kappaLinear',
  'kappaQuadratic',
  'scottPi',
  'fleissKappa',
  'alphaNominal',
  'alphaOrdinal',
  'alphaInterval',
  'alphaRatio',
  'gwetAc1',
  'gwetAc2Quadratic',
  'brennanPrediger',
] as const;
export type AgreementKey = (typeof agreementKeys)[number];

/** What scores must be for a metric to mean something; those that are not here need names only. */
export const neededLevels: Readonly<Partial<Record<AgreementKey, RatingLevel>>> = {
  kappaLinear: 'ordinal',
  kappaQuadratic: 'ordinal',
  gwetAc2Quadratic: 'ordinal',
  alphaOrdinal: 'ordinal',
  alphaInterval: 'interval',
  alphaRatio: 'ratio',
};

/** The metrics of two raters: of more, the mean over every two. They need to know who is who. */
export const pairKeys: readonly AgreementKey[] = ['cohenKappa', 'kappaLinear', 'kappaQuadratic', 'scottPi'];
