import { steppedGateNames } from '../conversation/judge/gate-names.ts';
import { type Estimate, undefinedEstimate } from '../statistics/estimate.ts';
import { clusteredMeanInterval } from '../statistics/rates/clustered-mean.ts';
import { toRelativeWeights, type WeightedTrial, weightedRateInterval } from '../statistics/rates/weighted-rate.ts';
import { agreementIntervals } from '../statistics/resampling/agreement-intervals.ts';
import type { Measure, ScoredSample } from './answered-sample.ts';
import type { MetricEstimate } from './calibration.ts';
import type { MetricName } from './metric-names.ts';
import { listScores, toScorePlace } from './scores.ts';

/** These need categories, which a scale without steps does not have. */
const ofCategories: ReadonlySet<MetricName> = new Set(steppedGateNames);

/** People may have passed or failed samples that got no score: those are not compared. */
const whyNoTrials: Readonly<Partial<Record<MetricName, string>>> = {
  tpr: 'no graded sample that people pass',
  tnr: 'no graded sample that people fail',
};

/**
 * Metrics of judge against people. Rates have Wilson's interval; κ and its relatives that of `agreementIntervals`; bias and
 * mean distance the clustered t interval, which reaches at least as far as the former, since t knows only errors it saw.
 * Samples count as their weights say (Hájek), and weights that are all the same change nothing. The order of samples
 * matters to random numbers: sort them first. `level`: of the intervals, 0.95 when absent.
 */
export function toMetrics<Name extends MetricName>(
  samples: readonly ScoredSample[],
  measure: Measure,
  names: readonly Name[],
  options: { readonly level?: number } = {},
): Readonly<Record<Name, MetricEstimate>> {
  const isKnown = (name: Name) => measure.scale.step > 0 || !ofCategories.has(name);
  const rates = new Map<Name, MetricEstimate>();
  for (const name of names) {
    const trials = findTrials(name, samples, measure.pass);
    if (trials !== undefined) rates.set(name, toRateMetric(trials, whyNoTrials[name] ?? 'no pair of scores', options));
  }
  const metrics = names.filter((name) => isKnown(name) && !rates.has(name));
  const found: ReadonlyMap<Name, Estimate> = toIntervals(samples, measure, { metrics, ...options });
  const entries = names.map((name): [Name, MetricEstimate] => {
    const rate = rates.get(name);
    if (rate !== undefined) return [name, rate];
    const metric = found.get(name);
    if (metric === undefined) return [name, undefinedEstimate(samples.length, 'the scale has no steps')];
    const isMean = name === 'bias' || name === 'mae';
    return [name, isMean ? widen(metric, toMean(name, samples, { ...measure, ...options })) : metric];
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

/** The clustered t interval of judge − human, or of its size. */
function toMean(
  name: 'bias' | 'mae',
  samples: readonly ScoredSample[],
  { scale, level }: Measure & { readonly level?: number },
): Pick<Estimate, 'low' | 'high'> {
  const weights = toRelativeWeights(samples.map(({ weight }) => weight));
  const clusters = new Map<string, { sum: number; count: number; weight: number }>();
  for (const [place, { cluster, human, judge }] of samples.entries()) {
    const known = clusters.get(cluster) ?? { sum: 0, count: 0, weight: 0 };
    const weight = weights?.[place] ?? 1;
    known.sum += weight * (name === 'bias' ? judge - human : Math.abs(judge - human));
    known.count += 1;
    known.weight += weight;
    clusters.set(cluster, known);
  }
  const max = scale.max - scale.min;
  return clusteredMeanInterval([...clusters.values()], { min: name === 'bias' ? -max : 0, max }, level);
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

/** The slack is that of `withinOne`: distances such as 1.3 − 0.3 are 1. */
const one = 1 + 1e-9;

/** What a metric that is a share counts, and of what; undefined for one that is no share. */
export function findTrials(
  name: MetricName,
  samples: readonly ScoredSample[],
  pass: number,
): readonly WeightedTrial[] | undefined {
  const toTrials = (counted: readonly ScoredSample[], isHit: (sample: ScoredSample) => boolean) =>
    counted.map((sample) => ({
      ...{ cluster: sample.cluster, isHit: isHit(sample) },
      ...(sample.weight === undefined ? {} : { weight: sample.weight }),
    }));
  if (name === 'exact') return toTrials(samples, ({ human, judge }) => human === judge);
  if (name === 'within1') return toTrials(samples, ({ human, judge }) => Math.abs(human - judge) <= one);
  if (name === 'tpr') {
    const passing = samples.filter(({ human }) => human >= pass);
    return toTrials(passing, ({ judge }) => judge >= pass);
  }
  if (name !== 'tnr') return undefined;
  const failing = samples.filter(({ human }) => human < pass);
  return toTrials(failing, ({ judge }) => judge < pass);
}
