import type { Certificate, JudgeCertificate, Metric } from '../../conversation/certificate.ts';
import { type Estimate, undefinedEstimate } from '../../statistics/estimate.ts';
import { metricTable } from '../../statistics/metric-table.ts';
import { correctedRate } from '../../statistics/rates/corrected-rate.ts';
import { toWilsonSize } from '../../statistics/rates/wilson.ts';
import { fromMetricJson } from '../metric-json.ts';
import type { Transport, TransportedRate } from './certificate-mix.ts';
import { renderStale } from './check-certificate.ts';

/** What a judge passed in a run. */
interface JudgedPasses {
  readonly raw: Estimate;
  /** The score from which it passed; null under `not`, which passes below one. */
  readonly pass: number | null;
  /** How the run differs from the judge's calibration samples: rates weighted to the run are used where there are any. */
  readonly transport?: Transport;
}

/**
 * The pass rate that people would give, computed from the errors on the judge's certificate, see `correctedRate` and
 * `toCorrectionAssumption`. Every rate counts as many trials as its interval rests on, so that verdicts on one
 * conversation do not count as independent. `n` is the number of verdicts.
 *
 * Edges: no certificate, one that does not fit, one for another passing score, a judge no better than chance → null, with the
 * reason.
 */
export function correctPassRate(
  { raw, pass, transport }: JudgedPasses,
  judge: Pick<JudgeCertificate, 'certificateStatus' | 'changed' | 'certificate'> | undefined,
): Estimate {
  const certificate = judge?.certificate;
  if (judge === undefined || certificate === undefined) return toNothing(raw, 'the judge has no certificate');
  const why = findGap({ raw, pass }, judge, certificate);
  if (why !== undefined) return toNothing(raw, why);
  if (transport?.tpr?.run === null) return toNothing(raw, 'no passing calibration sample resembles this run');
  if (transport?.tnr?.run === null) return toNothing(raw, 'no failing calibration sample resembles this run');
  const tpr = toTrials(transport?.tpr) ?? findRate(certificate, 'tpr');
  const tnr = toTrials(transport?.tnr) ?? findRate(certificate, 'tnr');
  if (tpr === undefined) return toNothing(raw, 'the certificate has no true positive rate');
  if (tnr === undefined) return toNothing(raw, 'the certificate has no true negative rate');
  const { clamped: _, ...corrected } = correctedRate({ ...toPasses(raw), tpr, tnr });
  return { ...corrected, n: raw.n };
}

/** What a corrected rate assumes. */
export function toCorrectionAssumption(transport: Transport | undefined): string {
  const samples = 'the same error rates as on the calibration samples';
  const isWeighted = transport?.tpr !== undefined || transport?.tnr !== undefined;
  return isWeighted ? `${samples} with the same tags and turn count` : samples;
}

function toTrials(rate: TransportedRate | undefined): { hits: number; n: number } | undefined {
  if (rate === undefined || rate.run === null || !(rate.n > 0)) return undefined;
  return { hits: rate.run * rate.n, n: rate.n };
}

function findGap(
  { raw, pass }: JudgedPasses,
  { certificateStatus, changed }: Pick<JudgeCertificate, 'certificateStatus' | 'changed'>,
  certificate: Certificate,
): string | undefined {
  if (raw.value === null) return raw.why ?? 'nothing was judged';
  if (certificateStatus !== 'current') return `the certificate is stale: ${renderStale(changed, { short: true })}`;
  if (pass === null) return 'the grader sets `not`, but the certificate covers passes';
  if (pass === certificate.pass) return findWeakRate(certificate);
  return `the certificate covers the passing score ${certificate.pass}, not ${pass}`;
}

/** A correction needs rates, and these say less. */
function findWeakRate({ metrics, evidence }: Certificate): string | undefined {
  if (evidence !== undefined && evidence.random + evidence.chosen === 0 && evidence.byVerdict > 0)
    return 'every labeled conversation of the certificate was picked by its verdict';
  const bound = (['tpr', 'tnr'] as const).find((name) => metrics[name]?.bound === true);
  if (bound === undefined) return undefined;
  return `the certificate has only a bound for ${metricTable[bound].title}: ${metrics[bound]?.why ?? 'labels are missing'}`;
}

function toPasses(raw: Estimate): { readonly passes: number; readonly n: number } {
  const { value, low, n } = raw;
  const size = value === null || low === null ? n : toWilsonSize(raw);
  return { passes: (value ?? 0) * size, n: size };
}

/** Undefined when the certificate lacks it, or has a value that is not a rate: a file can contain anything. */
function findRate({ metrics }: Certificate, name: 'tpr' | 'tnr'): { hits: number; n: number } | undefined {
  const metric: Metric | undefined = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  if (metric === undefined || metric.value === null || metric.value < 0 || metric.value > 1) return undefined;
  const n = toWilsonSize(fromMetricJson(metric));
  return n > 0 ? { hits: metric.value * n, n } : undefined;
}

function toNothing({ n }: Estimate, why: string): Estimate {
  return undefinedEstimate(n, why);
}
