import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { findStats } from '../../files/text/read-text.ts';

/** Texts or bytes that come one after another. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Writes a file whole or not at all: under another name first, which takes its place when everything is on disk. What
 * was there before stays until then, and who may read it may read what comes.
 */
export function writeAtomically(path: string, cwd: string, pieces: Pieces): Promise<void> {
  return replaceFile(path, resolve(cwd, path), async (part) => {
    await writePieces(part, pieces);
    await part.chmod(findMode(resolve(cwd, path)));
  });
}

/** The same, for nobody else on the machine to read. */
export function writePrivately(path: string, cwd: string, pieces: Pieces): Promise<void> {
  return replaceFile(path, resolve(cwd, path), (part) => writePieces(part, pieces));
}

const ownerOnly = 0o600;

/** `shown`: how the file is called in messages. */
async function replaceFile(shown: string, path: string, write: (part: FileHandle) => Promise<void>): Promise<void> {
  const partial = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Never through a file or link that somebody else put there; and nobody else reads what is not finished.
    const part = await open(partial, 'wx', ownerOnly);
    await finishPart(part, { partial, path, write });
  } catch (error) {
    throw toWriteFault(error, shown);
  }
}

interface PartWriting {
  readonly partial: string;
  readonly path: string;
  readonly write: (part: FileHandle) => Promise<void>;
}

async function finishPart(part: FileHandle, { partial, path, write }: PartWriting): Promise<void> {
  try {
    try {
      await write(part);
      await part.sync();
    } finally {
      await part.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  }
}

async function writePieces(file: FileHandle, pieces: Pieces): Promise<void> {
  for await (const batch of gather(pieces)) await writeAll(file, batch);
}

/** That of the file it replaces, else what any new file gets. */
function findMode(path: string): number {
  const known = findStats(path);
  return known === undefined ? 0o666 & ~process.umask() : known.mode & 0o777;
}

const gatheredLength = 256 * 1024;

/** Lines are short; to write each on its own would cost more than to make it. */
async function* gather(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let texts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      texts.push(piece);
      length += piece.length;
    }
    if (typeof piece === 'string' && length < gatheredLength) continue;
    if (texts.length > 0) yield Buffer.from(texts.join(''));
    texts = [];
    length = 0;
    if (typeof piece !== 'string') yield piece;
  }
  if (texts.length > 0) yield Buffer.from(texts.join(''));
}

interface Writable {
  write(bytes: Uint8Array): Promise<{ readonly bytesWritten: number }>;
}

async function writeAll(file: Writable, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0; ) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

/** What the system refused becomes a Fault; whatever went wrong while the pieces were made stays as it is. */
function toWriteFault(error: unknown, path: string): unknown {
  if (error instanceof Fault || !(error instanceof Error) || !('syscall' in error)) return error;
  const code = 'code' in error ? String(error.code) : 'unknown';
  const message = `"${path}" cannot be written: ${code}.`;
  return new Fault({ code: 'FILE_NOT_WRITTEN', message, hint: 'Name another file.' }, { cause: error });
}
