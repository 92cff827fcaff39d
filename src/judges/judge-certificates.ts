import { dirname, resolve } from 'node:path';
import { Fault, type Problem } from '../base/fault.ts';
import { checkCertificate } from '../calibrate/certificate/check-certificate.ts';
import type { Certificate, JudgeCertificate } from '../conversation/certificate.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import { type CertificatePlace, readCertificateFile, toCertificatePath } from '../files/certificate-file.ts';
import { readEnvironment } from '../files/project/environment.ts';
import { toShownFile } from '../files/project/project.ts';
import { isRubricDeck, rubricName } from '../grade/judge/outcome-deck.ts';
import { toDeckHash } from '../grade/judge/render-deck.ts';
import type { Store } from '../store/port.ts';
import { CertifiedSamples } from './certified-samples.ts';
import { readCertifiedTarget } from './certified-target.ts';
import type { JudgeUse } from './judge-resolver.ts';
import { toCertificatePlace, toRubricPath } from './rubric-deck.ts';

/** A judge of a run or grading, and whether its certificate is still good. */
export interface CertifiedJudge {
  readonly judge: JudgeCertificate;
  /** The deck as shown to people. */
  readonly file: string;
  /** The folder that its certificate names samples from, as shown to people. */
  readonly folder: string;
  /** It follows the bundled deck, as `outcome` and `rubric` do. */
  readonly isRubric: boolean;
  /** The scores from which its graders pass; null: one says `not`. */
  readonly passingScores: readonly (number | null)[];
  /** There are samples for a test besides those that its certificate was measured on; not known of datasets. */
  readonly hasTestSamples: boolean;
  /** Why the file of certificates cannot be read; empty when it can, or is not there. */
  readonly problems: readonly Problem[];
}

interface CertificatesPlace {
  /** Of the project; decks are named from here. */
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absent: there is no database yet. */
  readonly store: Pick<Store, 'curation' | 'runs'> | undefined;
}

/** Looks up the certificate of every judge, and whether deck, target and samples still are those that were measured. */
export async function readJudgeCertificates(
  uses: readonly JudgeUse[],
  place: CertificatesPlace,
): Promise<readonly CertifiedJudge[]> {
  const samples = new CertifiedSamples(place);
  const judges: CertifiedJudge[] = [];
  for (const one of uses) judges.push(await readOne(one, place, samples));
  return judges;
}

/** What the record of a run or grading says of its judges. */
export function toRecordedCertificates(judges: readonly CertifiedJudge[]): {
  readonly certificates?: JudgeCertificate[];
} {
  return judges.length === 0 ? {} : { certificates: judges.map(({ judge }) => judge) };
}

async function readOne(
  { deck, spec, root, folder, passingScores }: JudgeUse,
  place: CertificatesPlace,
  samples: CertifiedSamples,
): Promise<CertifiedJudge> {
  const isRubric = isRubricDeck(deck);
  const path = isRubric ? toRubricPath(place.root) : resolve(place.cwd, deck.file);
  const name = isRubric ? rubricName : toShownFile(path, place.root);
  const measured = { path, name, ...(isRubric ? { bundled: deck } : {}) };
  const target = readCertifiedTarget(spec, readEnvironment(root, place.env), folder);
  const { certificate, problems } = findCertificate(path, target.id, toCertificatePlace(deck, place.cwd));
  const samplesHash = certificate === undefined ? undefined : await samples.findHash(measured, certificate);
  const deckHash = toDeckHash(deck);
  const { pass, gate = {} } = deck;
  const now = { deckHash, target, pass, gate, ...(samplesHash === undefined ? {} : { samplesHash }) };
  const { certificateStatus, changed } = checkCertificate(certificate, now);
  const known = certificate === undefined ? {} : { certificate };
  const judge = { deck: name, deckHash, target, certificateStatus, changed: [...changed], ...known };
  const hasTestSamples = certificate?.split === 'tune' && (await samples.hasTest(measured, certificate));
  const shown = toShownFile(dirname(path), place.cwd);
  return { judge, file: deck.file, folder: shown, isRubric, passingScores, hasTestSamples, problems };
}

interface FoundCertificate {
  readonly certificate?: Certificate;
  readonly problems: readonly Problem[];
}

function findCertificate(path: string, target: string, place: CertificatePlace): FoundCertificate {
  try {
    const certificate = readCertificateFile(path, place)?.entries.find((entry) => entry.target.id === target);
    return { problems: [], ...(certificate === undefined ? {} : { certificate }) };
  } catch (error) {
    if (error instanceof Fault) return { problems: error.problems };
    throw error;
  }
}

/** The files that a run reads, as far as its record tells. `root`: what its paths are relative to. */
export function listReadFiles(
  { files, attachments, targets, certificates = [] }: RunSpec,
  root: string,
): readonly string[] {
  const paths = [...files.map(({ path }) => path), ...attachments.map(({ path }) => path)];
  const targetFiles = targets.map(({ file }) => file).filter((file) => file !== '');
  const certificateFiles = certificates.map(({ deck }) =>
    toCertificatePath(deck === rubricName ? toRubricPath(root) : deck),
  );
  return [...new Set([...paths, ...targetFiles, ...certificateFiles])].map((path) => resolve(root, path));
}
