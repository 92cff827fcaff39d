import { hashJson } from '../../base/hash.ts';
import {
  type Certificate,
  type CertifiedTarget,
  gateVersion,
  type JudgeCertificate,
} from '../../conversation/certificate.ts';
import { judgeRequestFormat } from '../../conversation/judge/deck.ts';
import { toHeldThresholds } from '../gate/thresholds.ts';

/** The judge and samples as they are now. What is left out is not looked at. */
export interface CertifiedNow {
  readonly deckHash: string;
  readonly target: CertifiedTarget;
  readonly samplesHash?: string;
  /** The score from which the deck passes. */
  readonly pass?: number;
  /** What the deck asks of its judges; the default thresholds where it asks for nothing. */
  readonly gate?: Readonly<Record<string, number>>;
}

/** What may have changed since a judge was measured. */
type ChangedPart =
  | 'version'
  | 'gate-rules'
  | 'request-format'
  | 'deck'
  | 'passing-score'
  | 'thresholds'
  | 'model'
  | 'settings'
  | 'samples';

interface CertificateCheck {
  /** `stale`: something it was bound to has changed. */
  readonly certificateStatus: 'missing' | 'stale' | 'current';
  readonly changed: readonly ChangedPart[];
}

type CheckedEntry = Pick<
  Certificate,
  'earlier' | 'gateVersion' | 'format' | 'deckHash' | 'target' | 'samplesHash' | 'pass' | 'thresholds'
>;

/**
 * Whether a certificate still applies to this judge. A target of another provider or model is another model. Hashes of
 * deck and settings differ between formats, so they say nothing about an entry of an earlier format.
 */
export function checkCertificate(
  entry: CheckedEntry | undefined,
  { deckHash, target, samplesHash, pass, gate }: CertifiedNow,
): CertificateCheck {
  if (entry === undefined) return { certificateStatus: 'missing', changed: [] };
  if (entry.earlier === true) return { certificateStatus: 'stale', changed: ['version'] };
  const changed: ChangedPart[] = [];
  if (entry.gateVersion !== gateVersion) changed.push('gate-rules');
  const isOlder = (entry.format ?? 1) !== judgeRequestFormat;
  if (isOlder) changed.push('request-format');
  else if (entry.deckHash !== deckHash) changed.push('deck');
  // A deck of another mark is another deck: only a file that was written by hand gets here.
  else if (pass !== undefined && entry.pass !== pass) changed.push('passing-score');
  if (gate !== undefined && hashJson(toHeldThresholds(gate)) !== hashJson(entry.thresholds)) changed.push('thresholds');
  if (entry.target.provider !== target.provider || entry.target.model !== target.model) changed.push('model');
  else if (!isOlder && entry.target.settingsHash !== target.settingsHash) changed.push('settings');
  if (samplesHash !== undefined && entry.samplesHash !== samplesHash) changed.push('samples');
  return { certificateStatus: changed.length === 0 ? 'current' : 'stale', changed };
}

/**
 * The certificate status of a judge that a run recorded as certified. The rules of the gate may have changed since the run.
 */
export function toStatusNow(judge: JudgeCertificate): JudgeCertificate {
  const { certificateStatus, certificate } = judge;
  if (certificateStatus !== 'current' || certificate === undefined || certificate.gateVersion === gateVersion)
    return judge;
  const changed: readonly ChangedPart[] = ['gate-rules'];
  return { ...judge, certificateStatus: 'stale', changed: [...changed] };
}

const partNames: Readonly<Record<Exclude<ChangedPart, 'version'>, string>> = {
  'gate-rules': "Turnwise's rules for trusting a judge",
  'request-format': 'the way Turnwise builds judge requests',
  deck: 'the deck or a file it includes',
  'passing-score': 'the passing score',
  thresholds: "the gate's thresholds",
  model: 'the model',
  settings: "the target's settings or files",
  samples: 'the samples',
};

interface StaleStyle {
  /** A day, or a clause. */
  readonly since?: string;
  /** true: the bare names of what changed. */
  readonly short?: boolean;
}

/**
 * Why a certificate is stale, in a clause.
 *
 * @example renderStale(['deck'], { since: '2026-11-17' })  // 'the deck or a file it includes changed since 2026-11-17'
 */
export function renderStale(changed: readonly string[], { since, short = false }: StaleStyle = {}): string {
  if (changed.includes('version')) return 'an earlier version of Turnwise wrote it';
  const names: ReadonlyMap<string, string> = new Map(short ? [] : Object.entries(partNames));
  const parts = changed.map((part) => names.get(part) ?? part.replaceAll('-', ' '));
  return `${new Intl.ListFormat('en').format(parts)} changed${since === undefined ? '' : ` since ${since}`}`;
}
