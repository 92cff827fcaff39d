import { basename, dirname, join } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { TestSet } from '../conversation/certificate.ts';
import type { CalibratedJudge } from '../conversation/judge/calibration.ts';
import {
  listTestSetUses,
  mergeTestSetUses,
  type TestSetUse,
  toJudgeHash,
  toJudgeNumber,
  toSampleHash,
  toTestSet,
} from '../conversation/judge/test-set-use.ts';
import { readCertificateFile } from '../files/certificate-file.ts';
import { listNames } from '../samples/sources/file-source.ts';
import type { CalibrationStore } from '../store/calibration-port.ts';
import type { CalibratedDeck } from './calibrated-deck.ts';

/** The samples of a deck by hash, each once. */
function toSampleHashes({ samples }: Pick<CalibratedDeck, 'samples'>): readonly string[] {
  return [...new Set(samples.map(({ sample }) => toSampleHash(sample)))].sort();
}

/** What a calibration on the test split tries on which samples. */
export function listOwnUses(
  judges: readonly { readonly judge: CalibratedJudge; readonly deck: CalibratedDeck }[],
  at: string,
): readonly TestSetUse[] {
  return judges.map(({ judge: { deckHash, target }, deck }, place) => {
    return { judge: toJudgeHash(deckHash, target), at, place, samples: [...toSampleHashes(deck)] };
  });
}

/**
 * The uses that certificates know of, those of other decks in the same folder included: a database may be new, and a
 * deck a copy of another.
 */
export function readCertifiedUses(decks: readonly CalibratedDeck[]): readonly TestSetUse[] {
  const folders = new Set(decks.map(({ path }) => dirname(path)));
  return mergeTestSetUses([...folders].flatMap(listFolderUses));
}

function listFolderUses(folder: string): readonly TestSetUse[] {
  const names = listNames(folder).filter((name) => name.endsWith('.cert.json'));
  return names.flatMap((name) => {
    const entries = readEntries(join(folder, `${basename(name, '.cert.json')}.md`));
    return entries.flatMap(({ testSet }) => (testSet === undefined ? [] : listTestSetUses(testSet)));
  });
}

/** None when the file is broken: the certificates of the decks that are calibrated have been checked before. */
function readEntries(deckPath: string) {
  try {
    return readCertificateFile(deckPath)?.entries ?? [];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

interface JudgeUses {
  /** Which judge it is among all that were tried on these samples, from 1. */
  readonly number: number;
  readonly testSet: TestSet;
}

/** Looks up who was tried on the samples of a deck, and which of them a judge is. */
export async function findJudgeUses(
  { deckHash, target }: CalibratedJudge,
  deck: CalibratedDeck,
  {
    calibrations,
    known,
  }: { readonly calibrations: Pick<CalibrationStore, 'testSetUses'>; readonly known: readonly TestSetUse[] },
): Promise<JudgeUses> {
  const samples = toSampleHashes(deck);
  const uses = mergeTestSetUses([...(await calibrations.testSetUses(samples)), ...known]);
  return { number: toJudgeNumber(toJudgeHash(deckHash, target), samples, uses), testSet: toTestSet(samples, uses) };
}
