import type { Figure } from '../conversation/certificate.ts';
import { clusteredRateInterval } from '../statistics/clustered-rate.ts';

export interface Trial {
  readonly cluster: string;
  readonly isHit: boolean;
}

/** A share with Wilson's interval, on fewer trials where several come from one conversation. `why`: there is no trial. */
export function toRateFigure(trials: readonly Trial[], why: string): Figure {
  const clusters = new Map<string, { successes: number; trials: number }>();
  for (const { cluster, isHit } of trials) {
    const known = clusters.get(cluster) ?? { successes: 0, trials: 0 };
    clusters.set(cluster, { successes: known.successes + (isHit ? 1 : 0), trials: known.trials + 1 });
  }
  const { value, low, high, n } = clusteredRateInterval([...clusters.values()]);
  if (value === null || low === null || high === null) return { value: null, n, why };
  return { value, low, high, n };
}
