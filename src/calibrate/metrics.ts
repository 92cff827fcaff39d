import { definedOnly } from '../base/defined-only.ts';
import { type Estimate, undefinedEstimate } from '../statistics/estimate.ts';
import { type MetricName, needsSteps, type ScorePair, toDeclaration } from '../statistics/metric-table.ts';
import { clusteredMeanInterval } from '../statistics/rates/clustered-mean.ts';
import { toRelativeWeights, type WeightedTrial, weightedRateInterval } from '../statistics/rates/weighted-rate.ts';
import { agreementIntervals } from '../statistics/resampling/agreement-intervals.ts';
import type { Measure, ScoredSample } from './answered-sample.ts';
import type { MetricEstimate } from './calibration.ts';
import { listScores, toScorePlace } from './scores.ts';

/**
 * Metrics of judge against people. Rates have Wilson's interval; κ and its relatives that of `agreementIntervals`; bias and
 * mean distance the clustered t interval, widened to contain the resampled one: t knows only the errors in the sample.
 * Samples count as their weights say (Hájek), and weights that are all the same change nothing. The order of samples
 * matters to random numbers: sort them first. `level`: of the intervals, 0.95 when absent.
 */
export function toMetrics<Name extends MetricName>(
  samples: readonly ScoredSample[],
  measure: Measure,
  names: readonly Name[],
  options: { readonly level?: number } = {},
): Readonly<Record<Name, MetricEstimate>> {
  const resampled = names.filter(
    (name) => toDeclaration(name).interval.by !== 'wilson' && (measure.scale.step > 0 || !needsSteps(name)),
  );
  const found: ReadonlyMap<Name, Estimate> = toIntervals(samples, measure, { metrics: resampled, ...options });
  const entries = names.map((name): [Name, MetricEstimate] => {
    const { kind, interval } = toDeclaration(name);
    if (interval.by === 'wilson')
      return [name, toRateMetric(listTrials(name, samples, measure), interval.why, options)];
    const metric = found.get(name);
    if (metric === undefined) return [name, undefinedEstimate(samples.length, 'the scale has no steps')];
    if (interval.by === 'bootstrap') return [name, metric];
    return [
      name,
      widen(metric, toMeanError(samples, interval.toError, { ...measure, ...options, isSigned: kind === 'shift' })),
    ];
  });
  // One entry per name.
  return Object.fromEntries(entries) as Record<Name, MetricEstimate>;
}

function toIntervals<Name extends MetricName>(
  samples: readonly ScoredSample[],
  { scale, pass, isMadeUp }: Measure,
  options: { readonly metrics: readonly Name[]; readonly level?: number },
): ReadonlyMap<Name, Estimate> {
  if (options.metrics.length === 0) return new Map();
  const scores = listScores(scale);
  const onScale = (score: number) => scores[toScorePlace(score, scale)] ?? score;
  const clusters = new Map<string, number>();
  for (const { cluster } of samples) if (!clusters.has(cluster)) clusters.set(cluster, clusters.size);
  const found = agreementIntervals(
    {
      human: samples.map(({ human }) => onScale(human)),
      judge: samples.map(({ judge }) => onScale(judge)),
      cluster: Int32Array.from(samples, ({ cluster }) => clusters.get(cluster) ?? 0),
      weight: samples.map(({ weight }) => weight),
    },
    {
      ...options,
      ...{ values: scores.length === 0 ? [scale.min, scale.max] : scores, hasSteps: scores.length > 0, pass },
      canSurprise: isMadeUp !== true,
    },
  );
  return new Map(options.metrics.map((name) => [name, found[name]]));
}

/** The clustered t interval of the mean error. */
function toMeanError(
  samples: readonly ScoredSample[],
  toError: (pair: ScorePair) => number,
  { scale, pass, level, isSigned }: Measure & { readonly level?: number; readonly isSigned: boolean },
): Pick<Estimate, 'low' | 'high'> {
  const weights = toRelativeWeights(samples.map(({ weight }) => weight));
  const clusters = new Map<string, { sum: number; count: number; weight: number }>();
  for (const [place, { cluster, human, judge }] of samples.entries()) {
    const known = clusters.get(cluster) ?? { sum: 0, count: 0, weight: 0 };
    const weight = weights?.[place] ?? 1;
    known.sum += weight * toError({ human, judge, pass });
    known.count += 1;
    known.weight += weight;
    clusters.set(cluster, known);
  }
  const max = scale.max - scale.min;
  return clusteredMeanInterval([...clusters.values()], { min: isSigned ? -max : 0, max }, level);
}

function widen(metric: Estimate, { low, high }: Pick<Estimate, 'low' | 'high'>): Estimate {
  if (metric.low === null || metric.high === null || low === null || high === null) return metric;
  return { ...metric, low: Math.min(metric.low, low), high: Math.max(metric.high, high) };
}

/**
 * A rate with Wilson's interval, on fewer trials where several come from one conversation or weights differ: then
 * `effectiveN` says on how many. `why`: the reason if there is no trial.
 */
export function toRateMetric(
  trials: readonly WeightedTrial[],
  why: string,
  options: { readonly level?: number } = {},
): MetricEstimate {
  const { value, low, high, n, effectiveN } = weightedRateInterval(trials, options);
  if (value === null) return undefinedEstimate(n, why);
  return { value, low, high, n, ...(effectiveN === n ? {} : { effectiveN }) };
}

/** The samples that a rate is a share of, and which of them are hits. Empty for a metric that is not a rate. */
export function listTrials(
  name: MetricName,
  samples: readonly ScoredSample[],
  { pass }: Pick<Measure, 'pass'>,
): readonly WeightedTrial[] {
  const { interval } = toDeclaration(name);
  if (interval.by !== 'wilson') return [];
  return samples.flatMap(({ cluster, human, judge, weight }) => {
    const isHit = interval.isHit({ human, judge, pass });
    return isHit === undefined ? [] : [{ cluster, isHit, ...definedOnly({ weight }) }];
  });
}
