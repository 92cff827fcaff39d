import { isRate, type MetricName, metricNames, rateNames } from '../../statistics/metric-table.ts';
import { weightedRateInterval } from '../../statistics/rates/weighted-rate.ts';
import { gateEffectiveN } from '../../statistics/trust/gate-effective-n.ts';
import type { ComparedSample, ScoredSample } from '../answered-sample.ts';
import type { MetricEstimate } from '../calibration.ts';
import { listTrials } from '../metrics.ts';

/** How many independent samples a rate is worth in the gate, by name; n where it is left out. */
export type GateSizes = Readonly<Partial<Record<MetricName, number>>>;

/**
 * Samples of one conversation, and samples of different weight, are worth fewer independent ones than there are. With
 * such effective counts the e-value is not exact (see `gateEffectiveN`).
 */
export function toGateSizes(samples: readonly ScoredSample[], pass: number): GateSizes {
  const largest = samples.reduce((most, { weight = 1 }) => Math.max(most, weight), 0);
  const entries = rateNames.map((name) => {
    return [name, gateEffectiveN(listTrials(name, samples, { pass }), largest)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Which of these samples will still count when random ones are added: those that were drawn. A sample that you chose
 * weighs 1 compared with the 1/chance of a drawn one, and one that a verdict chose is left out.
 */
export function toLastingCounts(
  samples: readonly ComparedSample[],
  pass: number,
): Readonly<Partial<Record<MetricName, GateCounts>>> {
  const drawn = samples.filter(({ row }) => row.selection?.by === 'draw');
  const sizes = toGateSizes(drawn, pass);
  const entries = metricNames.map((name) => {
    const trials = listTrials(name, drawn, { pass });
    const size = isRate(name) ? (sizes[name] ?? trials.length) : drawn.length;
    return [name, { hits: (weightedRateInterval(trials).value ?? 0) * size, size }] as const;
  });
  return Object.fromEntries(entries);
}

export function toGateCounts(metric: MetricEstimate, size = metric.effectiveN ?? metric.n): GateCounts {
  return metric.value === null ? { hits: 0, size: 0 } : { hits: metric.value * size, size };
}

/** The hits and trials that a rate is worth. */
export interface GateCounts {
  readonly hits: number;
  readonly size: number;
}
