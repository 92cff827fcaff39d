import { basename } from 'node:path';
import { type Certificate, CertificateFile, certificateFileVersion } from '../../conversation/certificate.ts';
import { toShownFile } from '../project/project.ts';
import { writeTextAtomically } from '../text/write-atomically.ts';
import { toCertificatePath } from './certificate-path.ts';
import { type CertificatePlace, readCertificateFile } from './read-certificate-file.ts';

export interface WrittenCertificates {
  readonly path: string;
  /** The entries of the same targets that were there before. */
  readonly replaced: readonly Certificate[];
}

/**
 * Puts entries into the file beside a deck, whole or not at all. An entry replaces that of its target; those of other
 * targets stay. Throws a Fault when the file that is there is broken, since its entries would be lost.
 */
export function writeCertificates(
  deckPath: string,
  entries: readonly Certificate[],
  place: CertificatePlace = {},
): WrittenCertificates {
  const path = toCertificatePath(deckPath);
  const before = readCertificateFile(deckPath, place)?.entries ?? [];
  const ids = new Set(entries.map(({ target }) => target.id));
  const kept = before.filter(({ target }) => !ids.has(target.id));
  // Parsed, so that keys are in the order of the schema, however the entry was made.
  const file = CertificateFile.parse({
    version: certificateFileVersion,
    deck: basename(deckPath),
    entries: [...kept, ...entries].sort(byTarget),
  });
  const { cwd = '' } = place;
  writeTextAtomically(cwd === '' ? path : toShownFile(path, cwd), cwd, `${JSON.stringify(file, null, 2)}\n`);
  return { path, replaced: before.filter(({ target }) => ids.has(target.id)) };
}

function byTarget({ target: one }: Certificate, { target: other }: Certificate): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
