import { isPlainObject } from '../base/plain-object.ts';
import { Certificate } from './certificate.ts';

type Entry = Record<string, unknown>;

/**
 * Converts an entry of a certificate file before version 4 to the current names. It is marked `earlier`, so it is
 * stale. Unknown keys are dropped. So is the hash, which was computed over the old names.
 */
export function toEarlierCertificate(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const known = Object.entries(toCurrentNames(value)).filter(([key]) => key in Certificate.shape);
  return { ...Object.fromEntries(known), earlier: true };
}

/** Converts the certificate status of a judge, as an earlier version recorded it, to the current names. */
export function toCurrentJudge(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const { standing, certificateStatus = standing === 'fits' ? 'current' : standing, ...judge } = value;
  const { changed, certificate } = judge;
  return {
    ...judge,
    certificateStatus,
    ...(Array.isArray(changed) ? { changed: changed.map(toChange) } : {}),
    ...(isPlainObject(certificate) ? { certificate: toCurrentNames(certificate) } : {}),
  };
}

function toCurrentNames({ looks: _looks, hash: _hash, ...named }: Entry): Entry {
  const { figures, metrics = figures, limits, thresholds = limits, ...entry } = named;
  const { gate, probes, replaces } = entry;
  return {
    ...entry,
    state: toState(entry.state),
    metrics: renameKeys(metrics),
    thresholds: renameKeys(thresholds),
    ...(Array.isArray(gate) ? { gate: gate.map(toGatedMetric) } : {}),
    ...(Array.isArray(probes) ? { probes: probes.map(toProbe) } : {}),
    ...(isPlainObject(replaces) && replaces.state !== undefined
      ? { replaces: { ...replaces, state: toState(replaces.state) } }
      : {}),
  };
}

function toGatedMetric(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const { figure, metric = figure, limit, threshold = limit, ...rest } = value;
  return { metric: typeof metric === 'string' ? toCamel(metric) : metric, threshold, ...rest };
}

function toProbe(value: unknown): unknown {
  return isPlainObject(value) && value.finding === 'too few' ? { ...value, finding: 'inconclusive' } : value;
}

const states: ReadonlyMap<unknown, string> = new Map([
  ['not trusted', 'not-trusted'],
  ['not enough labels', 'insufficient-labels'],
]);

function toState(state: unknown): unknown {
  return states.get(state) ?? state;
}

function renameKeys(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, metric]) => [toCamel(key), metric]));
}

/** `kappaQuadratic` was `kappa_quadratic`. */
function toCamel(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toChange(part: unknown): unknown {
  if (part === 'pass mark') return 'passing-score';
  if (part === 'limits') return 'thresholds';
  return typeof part === 'string' ? part.replaceAll(' ', '-') : part;
}
