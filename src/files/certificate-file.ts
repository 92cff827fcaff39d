import { basename, dirname, join } from 'node:path';
import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import { assertNoErrors, Fault, type Problem } from '../base/fault.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { checkSchema } from '../base/schema-check.ts';
import { type Certificate, CertificateFile, certificateFileVersion } from '../conversation/certificate.ts';
import { listCertificateFlaws } from '../conversation/certificate-flaws.ts';
import { toEarlierCertificate } from '../conversation/earlier-certificate.ts';
import { toShownFile } from './project/project.ts';
import { parseWholeFile } from './syntax/parse-file.ts';
import { errorAt, type PlacedData, toProblems } from './syntax/placed-data.ts';
import { findStats } from './text/read-text.ts';
import { writeTextAtomically } from './text/write-atomically.ts';

/**
 * The path of a deck's certificate file, next to the deck.
 *
 * @example toCertificatePath('graders/tone.deck.md')  // 'graders/tone.deck.cert.json'
 */
export function toCertificatePath(deckPath: string): string {
  return join(dirname(deckPath), `${basename(deckPath).replace(/\.md$/i, '')}.cert.json`);
}

export interface CertificatePlace {
  /** Paths in messages are relative to this folder. Default: the deck's path is shown as given. */
  readonly cwd?: string;
  /** The argument of `turnwise calibrate` in hints. Default: the path of the deck. */
  readonly named?: string;
}

/**
 * Reads the certificates next to a deck. Returns undefined if there are none. Throws a Fault with every problem if the
 * file is invalid.
 */
export function readCertificateFile(
  deckPath: string,
  { cwd, named }: CertificatePlace = {},
): CertificateFile | undefined {
  const path = toCertificatePath(deckPath);
  if (findStats(path) === undefined) return undefined;
  const shown = (file: string) => (cwd === undefined ? file : toShownFile(file, cwd));
  const again = `run: turnwise calibrate ${named ?? shown(deckPath)} --split test --gate`;
  const unreadable = `Restore it from version control. If you cannot, delete it and ${again}`;
  const data = withHint(unreadable, () => {
    const parsed = parseWholeFile({ path, file: shown(path), what: 'certificate' });
    if (parsed.data === undefined) assertNoErrors(parsed.problems);
    return parsed.data;
  });
  if (data === undefined) return undefined;
  assertKnownVersion(data);
  // The hint must not suggest deleting the file: it records every judge that was tried on the test samples.
  return withHint(`Restore it from version control, or correct it. Then ${again}`, () => {
    const { file, problems } = checkFile(data);
    assertNoErrors(problems);
    return file;
  });
}

/** Replaces the hint of every thrown problem. */
function withHint<Read>(hint: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [first, ...rest] = error.problems.map((problem): Problem => ({ ...problem, hint }));
    throw first === undefined ? error : new Fault([first, ...rest], { cause: error });
  }
}

/** The keys of a later version are unknown, so only the version is reported. */
function assertKnownVersion(data: PlacedData): void {
  const { value, reading } = data;
  const version = isPlainObject(value) ? value.version : undefined;
  if (typeof version !== 'number' || version <= certificateFileVersion) return;
  throw new Fault({
    code: 'CERTIFICATE_BAD_VALUE',
    message: `A newer Turnwise wrote this file. It has version ${version}, but this Turnwise reads versions up to ${certificateFileVersion}.`,
    hint: 'Update Turnwise, then run the command again.',
    reading,
    ...data.placeOf(['version']),
  });
}

interface Reading {
  readonly file?: CertificateFile;
  readonly problems: readonly Problem[];
}

function checkFile(data: PlacedData): Reading {
  const { value: file, issues } = checkSchema(CertificateFile, toCurrentFile(data.value));
  if (file === undefined) return { problems: toProblems(issues, data, { prefix: 'CERTIFICATE' }) };
  return { file, problems: [...checkTargets(file, data), ...checkMetrics(file, data)] };
}

/** Converts files of earlier versions to the current form. Their entries are stale. */
function toCurrentFile(value: unknown): unknown {
  const version = isPlainObject(value) ? value.version : undefined;
  if (!isPlainObject(value) || !(version === 1 || version === 2 || version === 3)) return value;
  const { deck, entries } = value;
  const current = Array.isArray(entries) ? entries.map(toEarlierCertificate) : entries;
  return { version: certificateFileVersion, deck, ...definedOnly({ entries: current }) };
}

function checkTargets({ entries }: CertificateFile, data: PlacedData): readonly Problem[] {
  const ids = entries.map(({ target }) => target.id);
  return ids.flatMap((id, index) => {
    if (ids.indexOf(id) === index) return [];
    const message = `The file has two certificates for target "${id}".`;
    return [errorAt(data, ['entries', index, 'target', 'id'], { code: 'CERTIFICATE_BAD_VALUE', message })];
  });
}

function checkMetrics({ entries }: CertificateFile, data: PlacedData): readonly Problem[] {
  return entries.flatMap((entry, index) =>
    listCertificateFlaws(entry).map(({ path, message: flaw }) => {
      const message = `The certificate for target "${entry.target.id}" contradicts itself. ${flaw}`;
      return errorAt(data, ['entries', index, ...path], { code: 'CERTIFICATE_BAD_VALUE', message });
    }),
  );
}

interface WrittenCertificates {
  readonly path: string;
  /** The earlier entries of the same targets. */
  readonly replaced: readonly Certificate[];
}

/**
 * Writes entries to the certificate file of a deck, completely or not at all. An entry replaces the one of the same
 * target. Entries of other targets are kept. Throws a Fault if the existing file is invalid, since its entries would be
 * lost.
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
  // Parsing puts the keys in the order of the schema.
  const file = CertificateFile.parse({
    version: certificateFileVersion,
    deck: basename(deckPath),
    entries: [...kept, ...entries].sort((one, other) => compareText(one.target.id, other.target.id)),
  });
  const { cwd = '' } = place;
  writeTextAtomically(cwd === '' ? path : toShownFile(path, cwd), cwd, `${JSON.stringify(file, null, 2)}\n`);
  return { path, replaced: before.filter(({ target }) => ids.has(target.id)) };
}
