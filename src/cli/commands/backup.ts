import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeArchive } from '../../store/archive/write-archive.ts';
import { withCuration } from '../curation/with-curation.ts';
import { writeAtomically } from '../curation/write-atomically.ts';
import type { ExitCode, Io } from '../io.ts';
import { countOf } from '../render-problems.ts';
import { renderBytes } from '../runs/render-bytes.ts';

export interface BackupCommand {
  readonly file: string;
  readonly store?: string;
  readonly json?: boolean;
}

/** Writes everything the store holds to one file, as it is at one moment. */
export async function backup({ file, ...command }: BackupCommand, io: Io): Promise<ExitCode> {
  return withCuration(command, io, async ({ store, context: { clock } }) => {
    const count = { rows: 0 };
    const createdAt = new Date(clock.now()).toISOString();
    await writeAtomically(file, io.cwd, writeArchive(store.archive, { createdAt, count }));
    const bytes = statSync(resolve(io.cwd, file)).size;
    if (command.json === true) io.out(`${JSON.stringify({ file, rows: count.rows, bytes })}\n`);
    else io.out(`${countOf(count.rows, 'row') || 'No row'} written to ${file}, ${renderBytes(bytes)}.\n`);
    return 0;
  });
}
