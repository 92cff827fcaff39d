import { definedOnly } from '../../base/defined-only.ts';
import { hashJson } from '../../base/hash.ts';
import { type Certificate, type CertifiedProbe, gateVersion, sealCertificate } from '../../conversation/certificate.ts';
import { judgeRequestFormat } from '../../conversation/judge/deck.ts';
import { mergeTestSets } from '../../conversation/judge/test-set-use.ts';
import type { Sample } from '../../conversation/sample.ts';
import type { Calibration } from '../calibration.ts';
import { pickMetrics, toMetricsJson, toProbeJson } from '../metric-json.ts';
import { checkCertificate } from './check-certificate.ts';

/** What a certificate binds a calibration to, and where it came from. */
export interface CertificateBinding
  extends Pick<
    Certificate,
    'target' | 'split' | 'at' | 'deckHash' | 'samplesHash' | 'sources' | 'tags' | 'mix' | 'testSet'
  > {
  /** The entry that this one replaces: what probes found of the same judge stays known when none are asked now. */
  readonly previous?: Certificate;
}

/** The entry of a certificate file, whatever the state of the gate. */
export function toCertificate(calibration: Calibration, binding: CertificateBinding): Certificate {
  const { target, split, at, deckHash, samplesHash, sources, tags, mix, testSet } = binding;
  const { gate } = calibration;
  const tried = mergeTestSets(binding.previous?.testSet, testSet);
  const { caveats, probes } = toProbed(calibration, binding);
  return sealCertificate({
    target,
    state: calibration.gate.state,
    reasons: [...calibration.gate.reasons],
    caveats,
    ...{ split, at, deckHash, samplesHash, sources },
    ...definedOnly({ tags, mix }),
    pass: calibration.pass,
    n: calibration.n,
    graded: calibration.graded,
    thresholds: { ...calibration.gate.thresholds },
    metrics: toMetricsJson(pickMetrics(calibration)),
    // What was tried on the test samples stays known when the deck is tuned again.
    ...definedOnly({ probes, testSet: tried }),
    ...(split === 'test' ? { judgeNumber: gate.judgeNumber } : {}),
    gate: gate.metrics.map(({ metric, threshold, state, eValue, neededE }) => ({
      metric,
      threshold,
      state,
      eValue,
      neededE,
    })),
    evidence: calibration.evidence,
    gateVersion,
    format: judgeRequestFormat,
  });
}

function toProbed(
  { gate, probes }: Calibration,
  { previous, deckHash, target }: CertificateBinding,
): { readonly caveats: string[]; readonly probes?: CertifiedProbe[] } {
  if (probes.length > 0) {
    return { caveats: [...gate.caveats], probes: probes.map(toProbeJson).map(({ summary: _, ...probe }) => probe) };
  }
  if (
    previous?.probes === undefined ||
    checkCertificate(previous, { deckHash, target }).certificateStatus !== 'current'
  ) {
    return { caveats: [] };
  }
  return { caveats: [...(previous.caveats ?? [])], probes: previous.probes };
}

/** Tells whether the conversations and their human scores are still those that were compared; their order and names do not count. */
export function toSamplesHash(samples: readonly Sample[]): string {
  const hashes = samples.map(({ messages, expected, score, ratings }) =>
    hashJson({ messages, expected, score, ratings }),
  );
  return hashJson(hashes.sort());
}
