import { type Certificate, type Metric, toCertificateHash } from './certificate.ts';
import { gateNames, isRateName, toNeededE } from './judge/gate-names.ts';

/** Something in a certificate that contradicts the rest of it. */
interface CertificateFlaw {
  /** Path of the value in the certificate. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Allows for rounding of sums. */
const tolerance = 1e-9;

/**
 * Lists the contradictions in a certificate. Anyone can write a certificate file, and merging can mix two. So the state
 * `trusted` must follow from the certificate's own metrics and thresholds. Other states need not, because a judge can
 * fail for reasons outside the metrics.
 */
export function listCertificateFlaws(certificate: Certificate): readonly CertificateFlaw[] {
  const { n, graded, metrics, thresholds, state } = certificate;
  // Entries of an earlier version are stale in any case.
  if (certificate.earlier === true) return [];
  return [
    ...listHashFlaws(certificate),
    ...(graded > n ? [{ path: ['graded'], message: `It has ${graded} graded samples, but only ${n} samples.` }] : []),
    ...Object.entries(metrics).flatMap(([name, metric]) => findIntervalFlaw(name, metric) ?? []),
    ...Object.keys(thresholds).flatMap((name) => findThresholdFlaw(name) ?? []),
    ...(state === 'trusted' ? listDoubts(certificate).map(toStateFlaw) : []),
  ];
}

function listHashFlaws(certificate: Certificate): readonly CertificateFlaw[] {
  if (certificate.hash === toCertificateHash(certificate)) return [];
  return [{ path: ['hash'], message: 'Its hash does not match, so it was edited after Turnwise wrote it.' }];
}

function toStateFlaw(doubt: string): CertificateFlaw {
  return { path: ['state'], message: `Its state is "trusted", but ${doubt}.` };
}

/** A value can be outside the percentiles of its bootstrap interval. Gate metrics are never written that way. */
function findIntervalFlaw(name: string, { value, low, high }: Metric): CertificateFlaw | undefined {
  if (value === null || low === undefined || high === undefined) return undefined;
  const path = ['metrics', name];
  if (low > high) return { path, message: `The interval of metric ${name} is reversed.` };
  if (!isGateName(name) || (value >= low - tolerance && value <= high + tolerance)) return undefined;
  const ends = `[${low.toFixed(2)}, ${high.toFixed(2)}]`;
  return { path, message: `The metric ${name} ${value.toFixed(2)} is outside its interval ${ends}.` };
}

function findThresholdFlaw(name: string): CertificateFlaw | undefined {
  if (isGateName(name)) return undefined;
  return { path: ['thresholds', name], message: `There is no gate metric "${name}".` };
}

function isGateName(name: string): boolean {
  return gateNames.some((known) => known === name);
}

/** Lists why these metrics and thresholds do not justify trust. */
function listDoubts({ graded, metrics, thresholds, gate = [], judgeNumber = 1 }: Certificate): readonly string[] {
  if (graded === 0) return ['nothing was graded'];
  if (Object.keys(thresholds).length === 0) return ['it has no thresholds'];
  return Object.entries(thresholds).flatMap(([name, threshold]) => {
    const metric: Metric | undefined = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    const { value = null, low, high, n = 0 } = metric ?? {};
    if (value === null || low === undefined || high === undefined || n === 0) {
      return [`it has no metric ${name} for the threshold ${threshold.toFixed(2)}`];
    }
    const shown = `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] n=${n}`;
    if (low < threshold) return [`${name} ${shown} is below its threshold ${threshold.toFixed(2)}`];
    const gated = gate.find((metric) => metric.metric === name && metric.threshold === threshold);
    if (gated === undefined) return [`it has no evidence for ${name}`];
    const { state, eValue } = gated;
    // Metrics that are not rates are decided by an interval.
    const isEnough = isRateName(name) ? eValue !== null && eValue >= toNeededE(judgeNumber) : eValue === null;
    return state === 'met' && isEnough ? [] : [`the evidence for ${name} is too weak (e-value ${eValue ?? 'unknown'})`];
  });
}
