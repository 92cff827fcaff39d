import type { Metric } from '../conversation/certificate.ts';
import { type WeightedTrial, weightedRateInterval } from '../statistics/rates/weighted-rate.ts';

/**
 * A rate with Wilson's interval, on fewer trials where several come from one conversation or weights differ: then
 * `effectiveN` says on how many. `why`: the reason if there is no trial.
 */
export function toRateMetric(
  trials: readonly WeightedTrial[],
  why: string,
  options: { readonly level?: number } = {},
): Metric {
  const { value, low, high, n, effectiveN } = weightedRateInterval(trials, options);
  if (value === null || low === null || high === null) return { value: null, n, why };
  return { value, low, high, n, ...(effectiveN === n ? {} : { effectiveN }) };
}
