import {
  type Certificate,
  type CertifiedTarget,
  gateVersion,
  type JudgeCertificate,
  type Metric,
  sealCertificate,
} from '../../src/conversation/certificate.ts';
import { judgeRequestFormat } from '../../src/conversation/judge/deck.ts';
import { wilsonInterval } from '../../src/statistics/wilson.ts';

/** A share with Wilson's interval, as certificates have it. */
export function makeRate(hits: number, n: number): Metric {
  const { value, low, high } = wilsonInterval(hits, n);
  return low === null || high === null ? { value: null, n, why: 'no trials' } : { value, low, high, n };
}

const target: CertifiedTarget = { id: 'gpt', provider: 'openai', model: 'm', settingsHash: 's1' };

/** Trusted on the test samples: 180 of 200 good ones passed, 140 of 200 bad ones failed. */
export function makeCertificate(changes: Partial<Certificate> = {}): Certificate {
  const { thresholds = { tpr: 0.8, tnr: 0.6 } } = changes;
  return sealCertificate({
    target,
    state: 'trusted',
    reasons: [],
    split: 'test',
    at: '2026-11-16T06:14:02.000Z',
    deckHash: 'd1',
    samplesHash: 'h1',
    sources: ['deck'],
    pass: 1,
    n: 400,
    graded: 400,
    thresholds,
    metrics: { tpr: makeRate(180, 200), tnr: makeRate(140, 200) },
    gate: Object.entries(thresholds).map(([metric, threshold]) => {
      return { metric, threshold, state: 'met' as const, eValue: 90, neededE: 40 };
    }),
    gateVersion,
    format: judgeRequestFormat,
    ...changes,
  });
}

export function makeJudge(changes: Partial<JudgeCertificate> = {}): JudgeCertificate {
  const certificate = makeCertificate();
  return {
    deck: 'tone.deck.md',
    deckHash: 'd1',
    target,
    certificateStatus: 'current',
    changed: [],
    certificate,
    ...changes,
  };
}

/** One that was never measured. */
export function makeUncertified(changes: Partial<JudgeCertificate> = {}): JudgeCertificate {
  const { certificate: _, ...judge } = makeJudge({ certificateStatus: 'missing', ...changes });
  return judge;
}
