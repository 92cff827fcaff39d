import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { type Certificate, CertificateFile, certificateFileVersion } from '../../conversation/certificate.ts';
import { toShownFile } from '../project/project.ts';
import { toCertificatePath } from './certificate-path.ts';
import { type CertificatePlace, readCertificateFile } from './read-certificate-file.ts';

export interface WrittenCertificates {
  readonly path: string;
  /** The entries of the same targets that stood there before. */
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
  // Parsed, so that keys come in the order of the schema whoever made the entry.
  const file = CertificateFile.parse({
    version: certificateFileVersion,
    deck: basename(deckPath),
    entries: [...kept, ...entries].sort(byTarget),
  });
  replaceFile(path, `${JSON.stringify(file, null, 2)}\n`, place);
  return { path, replaced: before.filter(({ target }) => ids.has(target.id)) };
}

function byTarget({ target: one }: Certificate, { target: other }: Certificate): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

function replaceFile(path: string, text: string, { cwd }: CertificatePlace): void {
  const partial = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    // Never through a file or link that somebody else put there.
    const part = openSync(partial, 'wx');
    try {
      writeFileSync(part, text);
      fsyncSync(part);
    } finally {
      closeSync(part);
    }
    renameSync(partial, path);
  } catch (cause) {
    rmSync(partial, { force: true });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    const shown = cwd === undefined ? path : toShownFile(path, cwd);
    const message = `"${shown}" cannot be written: ${code}.`;
    throw new Fault(
      { code: 'FILE_NOT_WRITTEN', message, hint: 'Check the permissions of the file and its folder.' },
      { cause },
    );
  }
}
