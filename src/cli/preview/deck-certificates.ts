import { systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, toWarning } from '../../base/fault.ts';
import { checkCertificate, renderStale } from '../../calibrate/certificate/check-certificate.ts';
import { type Certificate, type CertifiedTarget, gateStateTitles } from '../../conversation/certificate.ts';
import { readCertificateFile } from '../../files/certificate-file.ts';
import { readEnvironment } from '../../files/project/environment.ts';
import { findProjectRoot, toShownFile } from '../../files/project/project.ts';
import { type TargetSource, toTargetsFolder } from '../../files/targets/read-targets.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { CertifiedSamples } from '../../judges/certified-samples.ts';
import { readCertifiedTarget } from '../../judges/certified-target.ts';
import { DeckTargets } from '../../judges/deck-targets.ts';
import { findStore, findStoreRoot } from '../../wiring/open-store.ts';
import type { Io } from '../io.ts';
import { printWarnings } from '../print-warnings.ts';

/** A certificate of a deck, and whether deck, target and samples are still those that were measured. */
export interface DeckCertificate extends Pick<Certificate, 'state' | 'caveats' | 'split' | 'n' | 'at'> {
  readonly target: string;
  readonly certificateStatus: 'stale' | 'current';
  /** What changed, as in `checkCertificate`. `target`: targets.yaml no longer has it. */
  readonly changed: readonly string[];
}

/** The certificates of a deck, one per target. A broken file is a warning. */
export async function listDeckCertificates(
  path: string,
  deckHash: string,
  io: Io,
): Promise<readonly DeckCertificate[]> {
  try {
    const entries = readCertificateFile(path, { cwd: io.cwd })?.entries ?? [];
    return entries.length === 0 ? [] : await checkEntries(entries, { path, deckHash, io });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    printWarnings(error.problems.map(toWarning), io);
    return [];
  }
}

interface DeckState {
  readonly path: string;
  readonly deckHash: string;
  readonly io: Io;
}

async function checkEntries(
  entries: readonly Certificate[],
  { path, deckHash, io }: DeckState,
): Promise<readonly DeckCertificate[]> {
  const { cwd, env } = io;
  const place = { cwd, file: path };
  const source = new DeckTargets(cwd).open({ path, root: findProjectRoot(path) });
  const store = await findStore({ ...place, clock: io.clock ?? systemClock });
  try {
    const samples = new CertifiedSamples({ cwd, store });
    const deck = { path, name: toShownFile(path, findStoreRoot(place)) };
    const checked: DeckCertificate[] = [];
    for (const entry of entries) {
      const target = findTarget(entry.target.id, source, env);
      const samplesHash = await samples.findHash(deck, entry);
      const now = { deckHash, target: target ?? entry.target, ...definedOnly({ samplesHash }) };
      const changed = [...checkCertificate(entry, now).changed, ...(target === undefined ? ['target'] : [])];
      const { state, caveats, split, n, at } = entry;
      const known = { target: entry.target.id, state, ...definedOnly({ caveats }), split, n, at };
      checked.push({ ...known, certificateStatus: changed.length === 0 ? 'current' : 'stale', changed });
    }
    return checked;
  } finally {
    await store?.close();
  }
}

/** Undefined: the targets file does not have this target. */
function findTarget(id: string, source: TargetSource, env: Io['env']): CertifiedTarget | undefined {
  const spec = source.specs.get(id);
  return spec && readCertifiedTarget(spec, readEnvironment(source.root, env), toTargetsFolder(source));
}

/** The certificate on one line. */
export function renderDeckCertificate(certificate: DeckCertificate): string {
  const { target, certificateStatus, changed, state, caveats = [], split, n, at } = certificate;
  const known = `certificate of ${target}: ${gateStateTitles[state]} (${split}, n=${n.toLocaleString('en')}, ${at.slice(0, 10)})`;
  const joint = state === 'trusted' ? 'but' : 'and';
  const but = caveats.length === 0 ? '' : `, ${joint} ${caveats.join(' and ')}`;
  const status = certificateStatus === 'current' ? 'current' : `stale: ${renderWhyStale(changed)}`;
  return toVisibleText(`${known}${but}, ${status}`).replaceAll(/\s+/g, ' ');
}

function renderWhyStale(changed: readonly string[]): string {
  const parts = changed.filter((part) => part !== 'target');
  const removed = parts.length < changed.length ? ['targets.yaml no longer has this target'] : [];
  return [...(parts.length === 0 ? [] : [renderStale(parts)]), ...removed].join(', and ');
}
