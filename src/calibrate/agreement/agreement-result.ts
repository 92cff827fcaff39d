import type { Scale } from '../../conversation/judge/deck.ts';
import type { RatingLevel } from '../../statistics/agreement/rating-codes.ts';
import type { Estimate } from '../../statistics/estimate.ts';

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

/** What one rater said of one unit. `score: null`: asked, and did not say. */
export interface UnitRating {
  readonly unit: string;
  readonly rater: string;
  /** A text where scores are names. */
  readonly score: number | string | null;
  /** Units of one conversation are alike in part: intervals take them as one. Default: each unit by itself. */
  readonly conversation?: string;
}

export interface AgreementOptions {
  /** The scores there could have been: `[1, 5]` is 1, 2, 3, 4 and 5. Default: those that were given. */
  readonly scale?: readonly [number, number] | Scale;
  /** Withholds the metrics that need more than this. Default: everything that the scores allow. */
  readonly level?: RatingLevel;
  /** One name in two units need not be one person: withholds κ, π and pairs, which need to know who is who. */
  readonly areRatersUnknown?: boolean;
  /** Of the intervals; default 1. */
  readonly seed?: number;
  /** Default 2 000. */
  readonly resamples?: number;
}

/** Two raters on the units that both rated. */
export interface RaterPair<M = Estimate> {
  readonly raters: readonly [string, string];
  /** Units that both rated. */
  readonly n: number;
  readonly percentAgreement: M;
  readonly cohenKappa: M;
}

/** How far raters agree: every metric with its interval, and what they stand on. */
export interface Agreement<M = Estimate> extends Readonly<Record<AgreementKey, M>> {
  readonly units: number;
  readonly raters: number;
  readonly ratings: number;
  /** Every two raters that share a unit, the worst agreement first. */
  readonly pairs: readonly RaterPair<M>[];
}
