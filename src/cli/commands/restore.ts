import { createReadStream, existsSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { toShownFile } from '../../files/project/project.ts';
import { checkPlainFile } from '../../files/text/read-text.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { readArchive } from '../../store/archive/read-archive.ts';
import type { ArchiveRow } from '../../store/archive-port.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import { countOf } from '../render-problems.ts';

interface RestoreCommand {
  readonly file: string;
  readonly db?: string;
  readonly json?: boolean;
}

/** Reads a backup into an empty database, all of it or nothing. */
export async function restore({ file, ...command }: RestoreCommand, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, file);
  checkPlainFile({ path, shown: file });
  const target = findStorePath({ path: command.db, cwd: io.cwd });
  return removingOnFailure(target, () =>
    withCuration({ ...command, makes: true }, io, async ({ store }) => {
      const count = { rows: 0 };
      const { version } = store.archive;
      await store.archive.load(countRows(readArchive(readBytes(path), { file, version }), count));
      const restored = toShownFile(target, io.cwd);
      if (command.json === true) io.out(`${JSON.stringify({ file, rows: count.rows, db: restored })}\n`);
      else io.out(`${countOf(count.rows, 'row') || 'No row'} restored to ${toVisibleText(restored)}.\n`);
      return 0;
    }),
  );
}

/** A database that is made for a backup that cannot be restored does not stay, nor does a folder that was made for it. */
async function removingOnFailure(target: string, work: () => Promise<ExitCode>): Promise<ExitCode> {
  const made = findMissing(target);
  try {
    return await work();
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

/** The path, or the uppermost folder above it that is not there yet; undefined: the path is there. */
function findMissing(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  return findMissing(dirname(path)) ?? path;
}

/** The file is opened when it is read, not before. */
async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

async function* countRows(rows: AsyncIterable<ArchiveRow>, count: { rows: number }): AsyncGenerator<ArchiveRow> {
  for await (const row of rows) {
    count.rows += 1;
    yield row;
  }
}
