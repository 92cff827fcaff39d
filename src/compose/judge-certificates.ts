import { resolve } from 'node:path';
import { Fault, type Problem } from '../base/fault.ts';
import { checkCertificate } from '../calibrate/check-certificate.ts';
import type { Certificate, JudgeCertificate } from '../conversation/certificate.ts';
import { readCertificateFile } from '../files/certificate/read-certificate-file.ts';
import { toShownFile } from '../files/project/project.ts';
import { readEnvironment } from '../files/project/read-env.ts';
import { toDeckHash } from '../grade/deck/deck-hash.ts';
import { outcomeDeck } from '../grade/judge/outcome-deck.ts';
import type { AskedDeck } from '../run/asked-decks.ts';
import type { Store } from '../store/port.ts';
import { CertifiedSamples } from './certified-samples.ts';
import { readCertifiedTarget } from './certified-target.ts';

/** A judge that is about to judge, and how its certificate stands. */
export interface StandingJudge {
  readonly judge: JudgeCertificate;
  /** The deck as shown to people. */
  readonly file: string;
  /** The scores from which its graders pass; null: one says `not`. */
  readonly marks: readonly (number | null)[];
  /** There are samples for a test besides those that its certificate was measured on; not known of datasets. */
  readonly hasTestSamples: boolean;
  /** Why the file of certificates cannot be read; empty when it can, or is not there. */
  readonly problems: readonly Problem[];
}

/** Everyone who judges: by decks of the project, and by the bundled deck, which nobody can certify. */
export interface JudgeStandings {
  readonly judges: readonly StandingJudge[];
  /** Ids of the targets that are asked by the bundled outcome deck. */
  readonly bundled: readonly string[];
}

export interface CertificatesPlace {
  /** Of the project; decks are named from here. */
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: Pick<Store, 'curation' | 'runs'>;
}

/** Looks up the certificate of every judge, and whether deck, target and samples still are those that were measured. */
export async function readJudgeCertificates(
  asked: readonly AskedDeck[],
  place: CertificatesPlace,
): Promise<JudgeStandings> {
  const samples = new CertifiedSamples(place);
  const judges: StandingJudge[] = [];
  for (const one of asked) if (one.deck !== outcomeDeck) judges.push(await readOne(one, place, samples));
  return { judges, bundled: asked.filter(({ deck }) => deck === outcomeDeck).map(({ spec }) => spec.id) };
}

async function readOne(
  { deck, spec, root, folder, marks }: AskedDeck,
  place: CertificatesPlace,
  samples: CertifiedSamples,
): Promise<StandingJudge> {
  const path = resolve(place.cwd, deck.file);
  const name = toShownFile(path, place.root);
  const target = readCertifiedTarget(spec, readEnvironment(root, place.env), folder);
  const { certificate, problems } = findCertificate(path, target.id, place.cwd);
  const samplesHash = certificate === undefined ? undefined : await samples.findHash({ path, name }, certificate);
  const deckHash = toDeckHash(deck);
  const { pass, gate = {} } = deck;
  const now = { deckHash, target, pass, gate, ...(samplesHash === undefined ? {} : { samplesHash }) };
  const { standing, changed } = checkCertificate(certificate, now);
  const known = certificate === undefined ? {} : { certificate };
  const judge = { deck: name, deckHash, target, standing, changed: [...changed], ...known };
  const hasTestSamples = certificate?.split === 'tune' && (await samples.hasTest({ path, name }, certificate));
  return { judge, file: deck.file, marks, hasTestSamples, problems };
}

interface FoundCertificate {
  readonly certificate?: Certificate;
  readonly problems: readonly Problem[];
}

function findCertificate(path: string, target: string, cwd: string): FoundCertificate {
  try {
    const certificate = readCertificateFile(path, { cwd })?.entries.find((entry) => entry.target.id === target);
    return { problems: [], ...(certificate === undefined ? {} : { certificate }) };
  } catch (error) {
    if (error instanceof Fault) return { problems: error.problems };
    throw error;
  }
}
