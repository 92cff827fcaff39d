import { mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';

/** Texts or bytes that come one after another. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Writes a file whole or not at all: under another name first, which takes its place when everything is on disk. What
 * was there before stays until then.
 */
export async function writeAtomically(path: string, cwd: string, pieces: Pieces): Promise<void> {
  const full = resolve(cwd, path);
  const partial = `${full}.${process.pid}.part`;
  try {
    mkdirSync(dirname(full), { recursive: true });
    await writePieces(partial, pieces);
    await rename(partial, full);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw toWriteFault(error, path);
  }
}

async function writePieces(path: string, pieces: Pieces): Promise<void> {
  const file = await open(path, 'w');
  try {
    for await (const batch of gather(pieces)) await writeAll(file, batch);
    await file.sync();
  } finally {
    await file.close();
  }
}

const gatheredLength = 256 * 1024;

/** Lines are short; to write each on its own would cost more than to make it. */
async function* gather(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let texts: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    if (typeof piece !== 'string') yield piece;
    else {
      texts.push(piece);
      length += piece.length;
    }
    if (length < gatheredLength) continue;
    yield Buffer.from(texts.join(''));
    texts = [];
    length = 0;
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
