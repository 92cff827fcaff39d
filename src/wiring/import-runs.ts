import type { Clock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { ImportFile } from '../files/foreign/open-import-file.ts';
import { findImportedRun, recordImportedRun } from '../job/record-run.ts';
import { toImportedRun } from '../samples/imported-run.ts';
import { toExpiryTest } from '../store/leases/lease-expiry.ts';
import type { RunStore } from '../store/port.ts';

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
  readonly files: readonly ImportFile[];
  /** The path of a file as runs record it. */
  readonly pathOf: (file: ImportFile) => string;
  /** The dataset that was asked for. */
  readonly dataset?: string | undefined;
  /** false: only reports what would be recorded. */
  readonly isRecorded: boolean;
  readonly clock: Clock;
}

/** Records the runs that files contain, after their items: all of a file or nothing of it. */
export async function importRuns(
  { files, pathOf, dataset, isRecorded, clock }: RunImportWork,
  runs: RunStore,
): Promise<readonly RunImport[]> {
  const imports: RunImport[] = [];
  for (const file of files) {
    const { trajectories, dataset: name } = file;
    if (trajectories === undefined || trajectories.list.length === 0) continue;
    const run = toImportedRun(trajectories, { path: pathOf(file), ...definedOnly({ name, dataset }) });
    const known = isRecorded ? undefined : await findImportedRun(runs, run.spec);
    const { id, isNew } = isRecorded
      ? await recordImportedRun(runs, run, { clock, isExpired: toExpiryTest(clock) })
      : { id: known?.id, isNew: known === undefined };
    imports.push({
      file: file.file,
      ...definedOnly({ run: id }),
      isNew,
      conversations: run.conversations.length,
      cases: new Set(run.conversations.map(({ start }) => start.id)).size,
      repeats: run.spec.options.repeat,
      rewards: run.conversations.filter(({ end }) => end.status !== 'ungraded').length,
    });
  }
  return imports;
}
