import { type Certificate, type Metric, toCertificateHash } from './certificate.ts';
import { gateNames, isRateName, toNeededE } from './judge/gate-names.ts';

/** What a certificate says against itself. */
interface CertificateFlaw {
  /** Of the value, from the certificate. */
  readonly path: readonly string[];
  /** A sentence. */
  readonly message: string;
}

/** Rounding of sums, not a difference that means something. */
const tolerance = 1e-9;

/**
 * A certificate is a file that anybody can write, and merging can mix two: so its state is believed only where it
 * follows from its own metrics and thresholds. States that are worse need not: other things can stand against a judge.
 */
export function listCertificateFlaws(certificate: Certificate): readonly CertificateFlaw[] {
  const { n, graded, metrics, thresholds, state } = certificate;
  // Entries of an earlier version are stale, whatever they say.
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

/** The percentiles of a bootstrap can leave a distance beside them; metrics that a gate may bound are never left so. */
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

/** Why a judge cannot be trusted by these metrics and thresholds. */
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
    // An interval decides metrics that are not rates.
    const isEnough = isRateName(name) ? eValue !== null && eValue >= toNeededE(judgeNumber) : eValue === null;
    return state === 'met' && isEnough ? [] : [`the evidence for ${name} is too weak (e-value ${eValue ?? 'unknown'})`];
  });
}
