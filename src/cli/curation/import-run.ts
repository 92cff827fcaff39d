import { resolve } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import type { ImportFile } from '../../files/foreign/open-import-file.ts';
import { toRelative } from '../../files/project/project.ts';
import { renderDb, toVisibleText } from '../../format/transcript.ts';
import type { ImportSummary } from '../../review/import-report.ts';
import type { Store } from '../../store/port.ts';
import { importRuns, type RunImport } from '../../wiring/import-runs.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import type { Io } from '../io.ts';
import { countOf } from '../render-problems.ts';
import type { ImportCommand } from './open-import.ts';

interface RunImportWork {
  readonly command: ImportCommand;
  readonly files: readonly ImportFile[];
  readonly summary: ImportSummary;
}

/** Records the runs of files after their items. A dry run and a failed item leave the database without them. */
export async function importFileRuns(
  { command, files, summary }: RunImportWork,
  { runs }: Store,
  io: Io,
): Promise<readonly RunImport[]> {
  const { dataset, db } = command;
  const isRecorded = command.dryRun !== true && summary.stored && summary.counts.failed === 0;
  const pathOf = ({ file, dataset: name }: ImportFile) =>
    name === undefined ? file : toRelative(resolve(io.cwd, file), findStoreRoot({ path: db, cwd: io.cwd }));
  return importRuns({ files, pathOf, dataset, isRecorded, clock: io.clock ?? systemClock }, runs);
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
