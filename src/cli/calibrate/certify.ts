import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { toMix } from '../../calibrate/certificate/certificate-mix.ts';
import { toCertificate, toSamplesHash } from '../../calibrate/certificate/to-certificate.ts';
import type { JudgeSwap } from '../../calibrate/swap-judges.ts';
import { type Certificate, sealCertificate } from '../../conversation/certificate.ts';
import { readCertificateFile, toCertificatePath, writeCertificates } from '../../files/certificate-file.ts';
import { readEnvironment } from '../../files/project/environment.ts';
import { toShownFile } from '../../files/project/project.ts';
import { toTargetsFolder } from '../../files/targets/read-targets.ts';
import { explainUntracked } from '../../files/targets/target-files.ts';
import type { CalibrateJob } from '../../jobs/calibrate/job.ts';
import type { JudgeCalibration } from '../../judges/assemble-calibrations.ts';
import type { CalibratedDeck } from '../../judges/calibrated-deck.ts';
import { toReplaced } from '../../judges/judge-swaps.ts';
import { toCertificatePlace } from '../../judges/rubric-deck.ts';
import { renderVerdict } from '../../report/calibration/render-swap.ts';
import { toLine } from '../../report/one-line.ts';
import type { Io } from '../io.ts';
import { assertPlainFile, checkReportFile } from '../report/report-file.ts';

type Decks = Pick<CalibrateJob, 'decks'>;

/** Fails before the first paid call if a certificate cannot be written, or if an existing one is broken. */
export function checkCertificates({ decks }: Decks, { cwd }: Pick<Io, 'cwd'>): void {
  for (const { path, deck } of decks) {
    const certificate = toShownFile(toCertificatePath(path), cwd);
    assertPlainFile(certificate, { cwd });
    checkReportFile(certificate, { cwd });
    readCertificateFile(path, toCertificatePlace(deck, cwd));
  }
}

interface CertifyInput {
  readonly job: CalibrateJob;
  readonly calibrations: readonly JudgeCalibration[];
  /** With --swap: only new judges that are not worse than the old one get a certificate. */
  readonly swaps?: readonly JudgeSwap[];
  readonly clock: Clock;
  readonly io: Io;
}

/** Writes a certificate next to each deck, whatever its state, and prints its path. */
export function certify(certified: CertifyInput): void {
  const { job, io } = certified;
  if (job.spec.allowLeak === true) {
    io.err('No certificate: with --allow-leak, the judges saw the human scores.\n');
    return;
  }
  for (const note of listUnseen(job, io)) io.err(`note: ${toLine(note)}\n`);
  for (const deck of job.decks) {
    const entries = toEntries(deck, certified);
    const refused = (certified.swaps ?? []).filter((swap) => swap.deck === deck.name && swap.verdict !== 'not-worse');
    for (const swap of refused) {
      io.err(`No certificate for ${toLine(swap.new)}. ${renderVerdict(swap)}\n`);
    }
    if (entries.length === 0) {
      if (refused.length > 0) continue;
      io.err(`No certificate for ${toLine(deck.deck.file)}: nothing was compared.\n`);
      continue;
    }
    const { path, replaced } = writeCertificates(deck.path, entries, toCertificatePlace(deck.deck, io.cwd));
    io.err(`Wrote ${toLine(toShownFile(path, io.cwd))}\n${renderReplaced(replaced, entries, path)}`);
  }
}

/** Notes about judges that can change without their certificate becoming stale, each once. */
function listUnseen({ judges }: Pick<CalibrateJob, 'judges'>, { env }: Pick<Io, 'env'>): ReadonlySet<string> {
  const notes = judges.map(({ target, source }) =>
    explainUntracked(target, readEnvironment(source.root, env), toTargetsFolder(source)),
  );
  return new Set(notes.filter((note) => note !== undefined));
}

/** One certificate per judge of the deck with at least one compared sample. */
function toEntries(deck: CalibratedDeck, { job, calibrations, swaps, clock }: CertifyInput): readonly Certificate[] {
  const { split, tags } = job.spec;
  const samplesHash = toSamplesHash(deck.samples.map(({ sample }) => sample));
  const common = {
    split,
    at: new Date(clock.now()).toISOString(),
    deckHash: deck.deckHash,
    samplesHash,
    sources: [...deck.sources],
    ...definedOnly({ tags }),
  };
  return calibrations
    .filter(({ judge, calibration }) => judge.deck === deck.name && calibration.compared > 0)
    .flatMap(({ judge, calibration, rows, testSet }) => {
      const { previous } = job.judges.find((planned) => planned.judge === judge) ?? {};
      const measured = { target: judge.target, mix: toMix(rows, calibration.pass) };
      const entry = toCertificate(calibration, { ...common, ...measured, ...definedOnly({ previous, testSet }) });
      if (swaps === undefined) return [entry];
      const swap = swaps.find((one) => one.deck === deck.name && one.new === judge.target.id);
      if (swap?.verdict !== 'not-worse') return [];
      return [sealCertificate({ ...entry, ...definedOnly({ replaces: toReplaced(job, swap) }) })];
    });
}

/** A warning if a certificate from tune samples replaced one from test samples. */
function renderReplaced(replaced: readonly Certificate[], entries: readonly Certificate[], path: string): string {
  const isTune = entries.some(({ split }) => split === 'tune');
  const overwritten = replaced.filter(({ split }) => isTune && split === 'test').map(({ target }) => toLine(target.id));
  if (overwritten.length === 0) return '';
  const back = `calibrate with --split test --gate, or restore ${toLine(basename(path))} from version control`;
  return `warning  The test certificate for ${overwritten.join(', ')} was overwritten with one from tune samples. To get it back, ${back}.\n`;
}
