import { definedOnly } from '../base/defined-only.ts';
import type { Metric } from '../conversation/certificate.ts';
import { metricNames } from '../statistics/metric-table.ts';
import { type Agreement, agreementKeys, type RaterPair } from './agreement/agreement-table.ts';
import type { Calibration, MetricEstimate, ProbeResult } from './calibration.ts';
import type { JudgeSwap, SwapTest } from './swap-judges.ts';

/**
 * The shapes of JSON output, of the library and of certificates: an estimate leaves out what it lacks. Everything else
 * computes with `MetricEstimate`.
 */
export type CalibrationJson = Calibration<Metric>;
export type AgreementJson = Agreement<Metric>;
export type RaterPairJson = RaterPair<Metric>;
type DifferenceJson = Pick<Metric, 'value' | 'low' | 'high'>;
export type JudgeSwapJson = JudgeSwap<Metric, DifferenceJson>;

function toMetricJson({ value, low, high, n, effectiveN, bound, why }: MetricEstimate): Metric {
  return { ...toDifferenceJson({ value, low, high }), n, ...definedOnly({ effectiveN, bound, why }) };
}

export function fromMetricJson({ value, low, high, n, effectiveN, bound, why }: Metric): MetricEstimate {
  return { value, low: low ?? null, high: high ?? null, n, ...definedOnly({ effectiveN, bound, why }) };
}

function toDifferenceJson({ value, low, high }: SwapTest['difference']): DifferenceJson {
  return { value, ...definedOnly({ low: low ?? undefined, high: high ?? undefined }) };
}

export function toMetricsJson<Name extends string>(
  metrics: Readonly<Partial<Record<Name, MetricEstimate>>>,
): Record<Name, Metric> {
  const entries = Object.entries<MetricEstimate | undefined>(metrics);
  const known = entries.flatMap(([name, metric]) => (metric === undefined ? [] : [[name, toMetricJson(metric)]]));
  // The same keys as before.
  return Object.fromEntries(known) as Record<Name, Metric>;
}

type Core<M = MetricEstimate> = Omit<Calibration<M>, 'deck' | 'target'>;

export function toCalibrationJson({ deck, target, ...core }: Calibration): CalibrationJson {
  return { deck, target, ...toCoreJson(core) };
}

/** A calibration without the names of deck and target, in the order of its keys. */
export function toCoreJson(core: Core): Core<Metric> {
  const { baselines, byTag, byTurns, retest, probes } = core;
  const toGroup = (group: Core['byTag'][number]) => ({ ...group, metrics: toMetricsJson(group.metrics) });
  return {
    ...core,
    ...toMetricsJson(pickMetrics(core)),
    baselines: baselines.map((baseline) => ({ ...baseline, metrics: toMetricsJson(baseline.metrics) })),
    byTag: byTag.map(toGroup),
    byTurns: byTurns.map(toGroup),
    retest: retest === null ? null : { ...retest, ...toChangesJson(retest) },
    probes: probes.map(toProbeJson),
  };
}

export function pickMetrics(core: Core): Pick<Core, (typeof metricNames)[number]> {
  // One entry per name.
  return Object.fromEntries(metricNames.map((name) => [name, core[name]])) as Pick<Core, (typeof metricNames)[number]>;
}

export function toProbeJson(probe: ProbeResult): ProbeResult<Metric> {
  const { obeyed, ...others } = probe;
  const whole = { ...probe, ...toChangesJson(probe) };
  return obeyed === undefined ? { ...others, ...toChangesJson(probe) } : { ...whole, obeyed: toMetricJson(obeyed) };
}

function toChangesJson({ changed, flipped }: Pick<ProbeResult, 'changed' | 'flipped'>) {
  return { changed: toMetricJson(changed), flipped: toMetricJson(flipped) };
}

export function toSwapJson(swap: JudgeSwap): JudgeSwapJson {
  return {
    ...swap,
    classes: swap.classes.map((one) => ({
      ...one,
      old: toMetricJson(one.old),
      new: toMetricJson(one.new),
      difference: toDifferenceJson(one.difference),
      notWorse: { ...one.notWorse, difference: toDifferenceJson(one.notWorse.difference) },
      worse: { ...one.worse, difference: toDifferenceJson(one.worse.difference) },
    })),
  };
}

export function toAgreementJson(agreement: Agreement): AgreementJson {
  // One entry per key.
  const metrics = Object.fromEntries(agreementKeys.map((key) => [key, toMetricJson(agreement[key])])) as Pick<
    AgreementJson,
    (typeof agreementKeys)[number]
  >;
  const pairs = agreement.pairs.map((pair) => ({
    ...pair,
    percentAgreement: toMetricJson(pair.percentAgreement),
    cohenKappa: toMetricJson(pair.cohenKappa),
  }));
  return { ...agreement, ...metrics, pairs };
}
