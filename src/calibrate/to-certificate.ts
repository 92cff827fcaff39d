import { definedOnly } from '../base/defined-only.ts';
import type { Certificate } from '../conversation/certificate.ts';
import type { Calibration } from './calibration.ts';
import { figureNames } from './figure-names.ts';

/** What a certificate binds a calibration to, and where it came from. */
export type CertificateBinding = Pick<
  Certificate,
  'target' | 'split' | 'looks' | 'at' | 'deckHash' | 'samplesHash' | 'sources' | 'tags'
>;

/** The entry of a certificate file, whatever the state of the gate. */
export function toCertificate(calibration: Calibration, binding: CertificateBinding): Certificate {
  const { target, split, looks, at, deckHash, samplesHash, sources, tags } = binding;
  return {
    target,
    state: calibration.gate.state,
    reasons: [...calibration.gate.reasons],
    ...{ split, looks, at, deckHash, samplesHash, sources },
    ...definedOnly({ tags }),
    pass: calibration.pass,
    n: calibration.n,
    graded: calibration.graded,
    limits: { ...calibration.gate.limits },
    figures: Object.fromEntries(figureNames.map((name) => [name, calibration[name]])),
  };
}
