import { resolve } from 'node:path';
import { type Clock, systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { ImportFile } from '../../files/foreign/open-import-file.ts';
import { toRelative } from '../../files/project/project.ts';
import { renderDb, toVisibleText } from '../../format/transcript.ts';
import { findImportedRun, recordImportedRun } from '../../job/record-run.ts';
import type { ImportSummary } from '../../review/import-report.ts';
import { type ImportedRun, toImportedRun } from '../../samples/imported-run.ts';
import { toExpiryTest } from '../../store/leases/lease-expiry.ts';
import type { Store } from '../../store/port.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import type { Io } from '../io.ts';
import { countOf } from '../render-problems.ts';
import type { ImportCommand } from './open-import.ts';

/** A run that came with a file. Without an id it was not recorded. */
export interface RunImport {
  readonly file: string;
  readonly run?: string;
  /** false: the same content was imported before. */
  readonly isNew: boolean;
  readonly conversations: number;
  readonly cases: number;
  readonly repeats: number;
  /** Conversations with a reward. */
  readonly rewards: number;
}

interface RunImportWork {
  readonly command: ImportCommand;
  readonly files: readonly ImportFile[];
  readonly summary: ImportSummary;
}

/**
 * Records the runs that files contain, after their items: all of a file or nothing of it. A dry run and a failed item
 * leave the database without the run.
 */
export async function importRuns(
  { command, files, summary }: RunImportWork,
  { runs }: Store,
  io: Io,
): Promise<readonly RunImport[]> {
  const isRecorded = command.dryRun !== true && summary.stored && summary.counts.failed === 0;
  const imports: RunImport[] = [];
  for (const file of files) {
    const run = findRun(file, command, io);
    if (run === undefined || run.conversations.length === 0) continue;
    const clock: Clock = io.clock ?? systemClock;
    const tools = { clock, isExpired: toExpiryTest(clock) };
    const { id, isNew } = isRecorded ? await recordImportedRun(runs, run, tools) : await lookUp(runs, run);
    const cases = new Set(run.conversations.map(({ start }) => start.id)).size;
    const conversations = run.conversations.length;
    const { repeat: repeats } = run.spec.options;
    const rewards = run.conversations.filter(({ end }) => end.status !== 'ungraded').length;
    imports.push({ file: file.file, ...definedOnly({ run: id }), isNew, conversations, cases, repeats, rewards });
  }
  return imports;
}

async function lookUp(runs: Store['runs'], { spec }: ImportedRun): Promise<{ id: string | undefined; isNew: boolean }> {
  const known = await findImportedRun(runs, spec);
  return { id: known?.id, isNew: known === undefined };
}

function findRun(file: ImportFile, { dataset, db }: ImportCommand, { cwd }: Io): ImportedRun | undefined {
  const { trajectories, dataset: name } = file;
  if (trajectories === undefined) return undefined;
  const root = findStoreRoot({ path: db, cwd });
  const path = name === undefined ? file.file : toRelative(resolve(cwd, file.file), root);
  return toImportedRun(trajectories, { path, ...definedOnly({ name, dataset }) });
}

/** One line per run: recorded, known from before, or left out. */
export function renderRuns(imports: readonly RunImport[], command: ImportCommand): string {
  return imports.map((one) => `${renderRun(one, command)}\n`).join('');
}

function renderRun(
  { file, run, isNew, conversations, cases, repeats, rewards }: RunImport,
  command: ImportCommand,
): string {
  const size = `${countOf(conversations, 'conversation')} (${countOf(cases, 'case')}, ${countOf(repeats, 'repeat')})`;
  if (run !== undefined && !isNew) return `${toVisibleText(file)} is already imported as run ${run}: ${size}.`;
  const graded = rewards === conversations ? 'with rewards' : `with ${countOf(rewards, 'reward') || 'no rewards'}`;
  const show = `Rewards and pass^k: turnwise show run:${run}${renderDb(command.db)}`;
  if (run !== undefined) return `Run ${run}: ${size} ${graded}.\n${show}`;
  if (command.dryRun === true) return `Run (dry run): ${size} ${graded}.`;
  return `The run with ${size} was not recorded, because items failed.`;
}
