import { dirname, resolve } from 'node:path';
import { definedOnly } from '../base/defined-only.ts';
import { Fault, type Problem } from '../base/fault.ts';
import { checkCertificate } from '../calibrate/certificate/check-certificate.ts';
import type { Certificate, JudgeCertificate } from '../conversation/certificate.ts';
import { isInlinePrompt } from '../conversation/judge/prompt-deck.ts';
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

/** A judge of a run or grading, with the status of its certificate. */
export interface CertifiedJudge {
  readonly judge: JudgeCertificate;
  /** The path of the deck, as shown. */
  readonly file: string;
  /** The folder that the sample paths in its certificate are relative to, as shown. */
  readonly folder: string;
  /** true: the judge uses the bundled deck, as `outcome` and `rubric` do. */
  readonly isRubric: boolean;
  /** Where the judge's prompt is. In an eval file it has no certificate, and in its own file no samples. Absent: it has a deck. */
  readonly prompt?: 'inline' | 'file';
  /** The passing scores of its graders. null: a grader is inverted by `not`. */
  readonly passingScores: readonly (number | null)[];
  /** Whether there are test samples in addition to those of its certificate. Always false for datasets. */
  readonly hasTestSamples: boolean;
  /** Why the certificate file cannot be read. Empty if it can be read, or does not exist. */
  readonly problems: readonly Problem[];
}

interface CertificatesPlace {
  /** The project root. Decks are named from here. */
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absent: there is no database yet. */
  readonly store: Pick<Store, 'curation' | 'runs'> | undefined;
}

/**
 * Reads the certificate of every judge, and checks whether deck, target and samples are still those that were measured.
 */
export async function readJudgeCertificates(
  uses: readonly JudgeUse[],
  place: CertificatesPlace,
): Promise<readonly CertifiedJudge[]> {
  const samples = new CertifiedSamples(place);
  const judges: CertifiedJudge[] = [];
  for (const one of uses) judges.push(await readOne(one, place, samples));
  return judges;
}

/** The certificates in the record of a run or grading. */
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
  const prompt: CertifiedJudge['prompt'] =
    deck.isPrompt === true ? (isInlinePrompt(deck.file) ? 'inline' : 'file') : undefined;
  return {
    judge,
    file: deck.file,
    folder: shown,
    isRubric,
    passingScores,
    hasTestSamples,
    problems,
    ...definedOnly({ prompt }),
  };
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

/** The files that a run reads, according to its record. `root`: its paths are relative to it. */
export function listReadFiles(
  { files, attachments, targets, certificates = [] }: RunSpec,
  root: string,
): readonly string[] {
  const paths = [...files.map(({ path }) => path), ...attachments.map(({ path }) => path)];
  const targetFiles = targets.map(({ file }) => file).filter((file) => file !== '');
  const certified = certificates.filter(({ deck }) => !isInlinePrompt(deck));
  const certificateFiles = certified.map(({ deck }) =>
    toCertificatePath(deck === rubricName ? toRubricPath(root) : deck),
  );
  return [...new Set([...paths, ...targetFiles, ...certificateFiles])].map((path) => resolve(root, path));
}
