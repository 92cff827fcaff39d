import type { Metric } from '../../conversation/certificate.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import type { RatingLevel } from '../../statistics/rating-level.ts';
import type { AgreementKey } from './agreement-keys.ts';

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
export interface RaterPair {
  readonly raters: readonly [string, string];
  /** Units that both rated. */
  readonly n: number;
  readonly percentAgreement: Metric;
  readonly cohenKappa: Metric;
}

/** How far raters agree: every metric with its interval, and what they stand on. */
export interface Agreement extends Readonly<Record<AgreementKey, Metric>> {
  readonly units: number;
  readonly raters: number;
  readonly ratings: number;
  /** Every two raters that share a unit, the worst agreement first. */
  readonly pairs: readonly RaterPair[];
}
