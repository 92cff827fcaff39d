import type { Estimate } from '../../statistics/estimate.ts';
import type { AgreementKey } from './agreement-table.ts';

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
