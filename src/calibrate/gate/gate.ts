import { definedOnly } from '../../base/defined-only.ts';
import type { MetricState } from '../../conversation/certificate.ts';
import { toNeededE } from '../../conversation/judge/gate-names.ts';
import { isRate, type MetricName, metricNames, metricTable } from '../../statistics/metric-table.ts';
import { holm } from '../../statistics/paired/holm.ts';
import { renderEstimate, renderThreshold } from '../../statistics/render-estimate.ts';
import { lookLevel } from '../../statistics/trust/look-level.ts';
import { rateEValue } from '../../statistics/trust/rate-e-value.ts';
import type { CalibrationMetrics, Gate, MetricEstimate } from '../calibration.ts';
import type { Objection } from './disqualify.ts';
import { type GateCounts, type GateSizes, toGateCounts } from './gate-counts.ts';
import { toNeededLabels } from './needed-labels.ts';
import { toThresholds } from './thresholds.ts';

/**
 * Chance that a judge that reaches all of its thresholds is called not trusted: 5%, most of it for the metrics, which
 * decide nearly always, and the rest for the objections. Each part is Holm-corrected.
 */
export const missedAlpha = { metrics: 0.035, objections: 0.015 };

/** A metric that an interval decides needs this many samples: with fewer, its interval is not reliable. */
const fewestSamples = 20;

/** E-values above this say no more, and JSON has no Infinity. */
const largestE = 1e12;

export interface GateInput {
  readonly metrics: CalibrationMetrics;
  /** `defaultThresholds` when absent or empty: a gate without a threshold would trust any judge. */
  readonly thresholds?: Readonly<Record<string, number>>;
  readonly n: number;
  readonly graded: number;
  /** What speaks against the judge besides its metrics. */
  readonly besides?: readonly Objection[];
  /** Which judge it is among those that were tried on these samples. Default: 1. */
  readonly judgeNumber?: number;
  /** Conversations that were drawn and never scored, where they are too many to be ignored. */
  readonly unanswered?: number;
  /** What each weighs relative to a sample of each rate. Default: the same. */
  readonly unansweredShares?: Readonly<Partial<Record<MetricName, number>>>;
  /** Independent samples that rates are worth. Default: `effectiveN` of each, or n. */
  readonly sizes?: GateSizes;
  /** What will still count when random labels are added, by metric. Default: everything. */
  readonly lasting?: Readonly<Partial<Record<MetricName, GateCounts>>>;
  /** A metric with its interval at another level: to hold at every look, it has to be wider. Default: `metrics`. */
  readonly atLevel?: (name: MetricName, level: number) => MetricEstimate;
  /** Why nothing can be met or missed on these samples: a verdict chose all of them. */
  readonly undecidable?: string;
}

interface Bounded {
  readonly name: MetricName;
  readonly threshold: number;
  readonly metric: MetricEstimate;
  readonly counts: GateCounts;
  readonly eValue: number | null;
  /** Evidence against it as a p-value that holds at every look; null: an interval decides, or nothing does. */
  readonly against: number | null;
}

/**
 * Whether a judge may be trusted. A rate is met when its e-value reaches what this judge needs (see `toNeededE`): this
 * test is valid however often you look. It is missed by the same test in the other direction, Holm-corrected. Metrics
 * that are not rates are decided by their interval, from 20 samples on, at a level that is valid at every look (see
 * `lookLevel`).
 * Any missed: not trusted. Else any inconclusive: not enough labels.
 * Throws a RangeError for thresholds that `listGateFaults` refuses.
 */
export function toGate(input: GateInput): Omit<Gate, 'caveats'> {
  const { besides = [], judgeNumber = 1 } = input;
  const thresholds = toThresholds(input.thresholds);
  const metrics = decideMetrics(input, thresholds);
  const objected = holm(besides.map(({ p }) => p));
  const objections = besides.map((objection, place) => ({
    ...objection,
    isSure: (objected[place] ?? 1) <= missedAlpha.objections,
  }));
  const ofState = (wanted: MetricState) => metrics.filter(({ state }) => state === wanted);
  const missed = [...objections.filter(({ isSure }) => isSure), ...ofState('missed')];
  const inconclusive = [...ofState('inconclusive'), ...objections.filter(({ isSure, blocks }) => !isSure && blocks)];
  return {
    state: missed.length > 0 ? 'not-trusted' : inconclusive.length > 0 ? 'insufficient-labels' : 'trusted',
    reasons: [
      ...[...missed, ...inconclusive].map(({ why }) => why),
      ...(input.undecidable === undefined ? [] : [input.undecidable]),
    ],
    needed: forecast(input, metrics),
    thresholds,
    judgeNumber,
    metrics: metrics.map(({ name, threshold, state, eValue, singleLook, why }) => ({
      metric: name,
      threshold,
      state,
      eValue,
      neededE: eValue === null ? null : toNeededE(judgeNumber),
      singleLook,
      why,
    })),
  };
}

function decideMetrics(
  input: GateInput,
  thresholds: Readonly<Partial<Record<MetricName, number>>>,
): readonly (DecidedMetric & { readonly why: string })[] {
  const neededE = toNeededE(input.judgeNumber ?? 1);
  const bounded = metricNames.flatMap((name) => {
    const threshold = thresholds[name];
    return threshold === undefined ? [] : [toBounded(name, threshold, input)];
  });
  const isStrict = (metric: Bounded) => isMetStrictly(metric, input, neededE);
  const isRefutedBy = (metric: Bounded, p: number | null | undefined) =>
    metric.against === null ? isMissedStrictly(metric, input, bounded.length) : (p ?? 1) <= missedAlpha.metrics;
  const against = holm(bounded.map((metric) => metric.against));
  return bounded.map((metric, place) => {
    const state =
      input.undecidable === undefined
        ? toState(metric, { neededE, isStrict, isRefuted: () => isRefutedBy(metric, against[place]) })
        : 'inconclusive';
    const singleLook = state === 'inconclusive' && isEnoughOnce(metric);
    const decided = { ...metric, state, singleLook };
    return { ...decided, why: state === 'met' ? '' : renderReason(decided, neededE) };
  });
}

/** Labels decide nothing about a judge that gives no score, and further draws nothing while earlier ones have no score. */
function forecast(
  { n, graded, unanswered = 0, lasting, judgeNumber = 1 }: GateInput,
  metrics: readonly DecidedMetric[],
): Gate['needed'] {
  if ((graded === 0 && n > 0) || unanswered > 0) return [];
  const needed = { met: toNeededE(judgeNumber), missed: metrics.length / missedAlpha.metrics };
  return metrics
    .filter(({ state }) => state === 'inconclusive')
    .map(({ name, threshold, metric, counts }) =>
      toNeededLabels({
        ...{ name, metric, counts, threshold },
        ...definedOnly({ lasting: lasting?.[name] }),
        ...(isRate(name) ? { needed } : {}),
      }),
    );
}

function toBounded(
  name: MetricName,
  threshold: number,
  { metrics, sizes = {}, unanswered = 0, unansweredShares = {} }: GateInput,
): Bounded {
  const metric = metrics[name];
  const counts = toGateCounts(metric, sizes[name]);
  if (!isRate(name)) return { name, threshold, metric, counts, eValue: null, against: null };
  const { hits, size } = counts;
  // Conversations without a score count against the claim.
  const n = metric.n === 0 ? unanswered : size + size * (unansweredShares[name] ?? unanswered / metric.n);
  const above = rateEValue({ hits, n, p0: threshold }).eValue;
  const below = rateEValue({ hits: size - hits, n, p0: 1 - threshold }).eValue;
  return { name, threshold, metric, counts, eValue: Math.min(above, largestE), against: Math.min(1, 1 / below) };
}

interface Decision {
  readonly neededE: number;
  /** Whether a metric that an interval decides is met as surely as this judge needs. */
  readonly isStrict: (metric: Bounded) => boolean;
  /** There is enough evidence against it. */
  readonly isRefuted: () => boolean;
}

function toState(metric: Bounded, { neededE, isStrict, isRefuted }: Decision): MetricState {
  const { name, metric: estimate, threshold, eValue } = metric;
  const { value, low, high, n } = estimate;
  if (value === null || low === null || high === null) return 'inconclusive';
  if (!isRate(name) && n < fewestSamples) return 'inconclusive';
  if (low >= threshold) return (eValue === null ? isStrict(metric) : eValue >= neededE) ? 'met' : 'inconclusive';
  return high < threshold && isRefuted() ? 'missed' : 'inconclusive';
}

/** One of m metrics may be missed by luck with a chance of α/m, as Bonferroni has it. */
function isMissedStrictly(metric: Bounded, input: GateInput, metrics: number): boolean {
  const { high } = toLookMetric(metric, input, (2 * missedAlpha.metrics) / metrics);
  return high !== null && high < metric.threshold;
}

/** The k-th judge may be trusted by luck with a chance of 1/neededE. */
function isMetStrictly(metric: Bounded, input: GateInput, neededE: number): boolean {
  const { low } = toLookMetric(metric, input, 2 / neededE);
  return low !== null && low >= metric.threshold;
}

/** The interval that holds at every look. */
function toLookMetric({ name, metric }: Bounded, { atLevel }: GateInput, alpha: number): MetricEstimate {
  return atLevel?.(name, lookLevel(metric.n, alpha)) ?? metric;
}

/** The interval of one look is met, the test that holds at every look is not. */
function isEnoughOnce({ metric: { low, n }, threshold, eValue }: Bounded): boolean {
  return (eValue !== null || n >= fewestSamples) && low !== null && low >= threshold;
}

interface DecidedMetric extends Bounded {
  readonly state: MetricState;
  readonly singleLook: boolean;
}

/** Why a metric does not reach its threshold, in a sentence. */
function renderReason({ name, metric, threshold, state, eValue, singleLook }: DecidedMetric, neededE: number): string {
  const title = metricTable[name].title;
  const against = renderThreshold(threshold);
  const why = metric.why === undefined ? '' : ` (${metric.why})`;
  if (metric.value === null) return `${title} is undefined${why}, so it cannot be compared with ${against}.`;
  const shown = `${title} ${renderEstimate(metric, { threshold, isRate: isRate(name) })}`;
  if (state === 'missed') return `${shown} is below ${against}.`;
  if (!singleLook) return `${shown} is not enough evidence for ${against} or more${why}.`;
  if (eValue === null) return `${shown} is above ${against}, but that is enough evidence for a single look only.`;
  return `${shown} is enough for a single look. Repeated looks need an e-value of ${neededE.toLocaleString('en')}, and it has ${renderE(eValue)}.`;
}

function renderE(eValue: number): string {
  return eValue < 10 ? eValue.toFixed(1) : Math.floor(eValue).toLocaleString('en');
}
