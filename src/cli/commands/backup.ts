import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { findStats } from '../../files/text/read-text.ts';
import { writePrivately } from '../../files/text/write-atomically.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { writeArchive } from '../../store/archive/write-archive.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import { countOf } from '../render-problems.ts';
import { renderBytes } from '../run/render-runs.ts';

interface BackupCommand {
  readonly file: string;
  readonly db?: string;
  readonly json?: boolean;
}

/** Writes everything the store holds to one file, as it is at one moment. */
export async function backup({ file, ...command }: BackupCommand, io: Io): Promise<ExitCode> {
  return withCuration(command, io, async ({ store, context: { clock } }) => {
    checkReplaceable(file, io.cwd);
    const count = { rows: 0 };
    const createdAt = new Date(clock.now()).toISOString();
    const interrupted = new AbortController();
    const stopListening = io.onInterrupt?.(() => interrupted.abort());
    try {
      const pieces = writeArchive(store.archive, { createdAt, count });
      await writePrivately(file, io.cwd, { pieces, signal: interrupted.signal });
    } catch (error) {
      if (interrupted.signal.aborted) return 130;
      throw error;
    } finally {
      stopListening?.();
    }
    const bytes = statSync(resolve(io.cwd, file)).size;
    if (command.json === true) io.out(`${JSON.stringify({ file, rows: count.rows, bytes })}\n`);
    else
      io.out(`${countOf(count.rows, 'row') || 'No row'} written to ${toVisibleText(file)}, ${renderBytes(bytes)}.\n`);
    return 0;
  });
}

/** An older backup is replaced; a file of another kind was named by mistake. */
function checkReplaceable(file: string, cwd: string): void {
  const path = resolve(cwd, file);
  if (findStats(path)?.isFile() !== true) return;
  const start = Buffer.alloc(2);
  const handle = openSync(path, 'r');
  const length = readSync(handle, start);
  closeSync(handle);
  if (length === 0 || start.equals(gzipMark)) return;
  const message = `The file "${file}" exists and is not a backup.`;
  throw new Fault({ code: 'FILE_NOT_WRITTEN', message, hint: 'Choose another file, or remove this one.' });
}

const gzipMark = Buffer.from([0x1f, 0x8b]);
