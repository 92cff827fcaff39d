import { Fault, toWarning } from '../../base/fault.ts';
import { checkCertificate } from '../../calibrate/check-certificate.ts';
import type { Certificate } from '../../conversation/certificate.ts';
import { readCertificateFile } from '../../files/certificate/read-certificate-file.ts';
import { toVisibleText } from '../../format/transcript.ts';
import type { Io } from '../io.ts';
import { printWarnings } from '../print-warnings.ts';

/** A certificate beside a deck. Targets and samples are looked at by a run, which knows them. */
export interface DeckCertificate extends Pick<Certificate, 'state' | 'split' | 'n' | 'at'> {
  readonly target: string;
  /** stale: the deck changed since. */
  readonly standing: 'stale' | 'fits';
}

/** The certificates beside a deck; a file that is broken is warned of. */
export function listDeckCertificates(path: string, deckHash: string, io: Io): readonly DeckCertificate[] {
  try {
    return (readCertificateFile(path, { cwd: io.cwd })?.entries ?? []).map((entry) => {
      const { target, state, split, n, at } = entry;
      const { standing } = checkCertificate(entry, { deckHash, target });
      return { target: target.id, standing: standing === 'fits' ? 'fits' : 'stale', state, split, n, at };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    printWarnings(error.problems.map(toWarning), io);
    return [];
  }
}

export function renderDeckCertificate({ target, standing, state, split, n, at }: DeckCertificate): string {
  const told = standing === 'fits' ? state : `stale, the deck changed; it was ${state}`;
  const name = toVisibleText(target).replaceAll(/\s+/g, ' ');
  return `certificate of ${name}: ${told} (${split}, n=${n.toLocaleString('en')}, ${at.slice(0, 10)})`;
}
