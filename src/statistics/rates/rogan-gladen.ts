import type { PointEstimate } from '../estimate.ts';

export interface JudgeRates {
  /** True positive rate of the judge. */
  readonly tpr: number;
  readonly tnr: number;
  /** Share that the judge passes. */
  readonly observed: number;
}

export interface CorrectedShare extends PointEstimate {
  /** The formula gave less than 0 or more than 1, and that end is the value. */
  readonly clamped: boolean;
}

/**
 * Rogan and Gladen's estimate: the share that people would pass, computed from the share that a judge of known error rates passes.
 *
 * (observed + tnr − 1) / (tpr + tnr − 1), no less than 0 and no more than 1.
 * Edges: tpr + tnr ≤ 1, a judge no better than chance → null, with a reason.
 * Source: W. J. Rogan, B. Gladen, "Estimating prevalence from the results of a screening test", American Journal of
 * Epidemiology 107 (1978).
 *
 * @example roganGladen({ tpr: 0.92, tnr: 0.88, observed: 0.8 })  // { value: 0.85, clamped: false }
 */
export function roganGladen({ tpr, tnr, observed }: JudgeRates): CorrectedShare {
  for (const [name, rate] of Object.entries({ tpr, tnr, observed })) {
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`roganGladen needs rates from 0 to 1, got ${rate} for ${name}`);
  }
  // Rates such as 0.9 and 0.1 have no exact binary form, and the last digit does not tell a judge from chance.
  const better = tpr + tnr - 1;
  if (better <= 1e-12) return { value: null, clamped: false, why: whyChance };
  const share = (observed + tnr - 1) / better;
  return { value: Math.max(0, Math.min(1, share)), clamped: share < 0 || share > 1 };
}

const whyChance = 'the judge is no better than chance: its true positive and true negative rates add up to 1 or less';
