import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { findStats } from './read-text.ts';

/** Pieces of text or bytes. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Writes a file completely or not at all. It writes to another name first, and renames the file when everything is on
 * disk. Until then the old file stays. The new file keeps its permissions.
 */
export async function writeAtomically(path: string, cwd: string, pieces: Pieces): Promise<void> {
  mkdirFor(path, cwd);
  await replaceFile(path, resolve(cwd, path), async (part) => {
    await writePieces(part, pieces);
    const full = resolve(cwd, path);
    if (!isStream(path, full)) await part.chmod(findMode(full));
  });
}

/** Writes a text synchronously in the same way. The folder must exist. */
export function writeTextAtomically(path: string, cwd: string, text: string): void {
  const target = findTarget(resolve(cwd, path));
  const partial = toPartial(target);
  try {
    const part = openSync(partial, 'wx', ownerOnly);
    try {
      writeFileSync(part, text);
      fchmodSync(part, findMode(target));
      fsyncSync(part);
    } finally {
      closeSync(part);
    }
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw toWriteFault(error, path);
  }
}

/**
 * Writes a file in the same way, without read permission for other users, and only into an existing folder, because a
 * mistyped folder would hide a backup. The signal aborts it, and leaves nothing behind.
 */
export function writePrivately(
  path: string,
  cwd: string,
  { pieces, signal }: { readonly pieces: Pieces; readonly signal: AbortSignal },
): Promise<void> {
  return replaceFile(path, resolve(cwd, path), (part) => writePieces(part, untilAborted(pieces, signal)));
}

function mkdirFor(path: string, cwd: string): void {
  try {
    mkdirSync(dirname(resolve(cwd, path)), { recursive: true });
  } catch (error) {
    throw toWriteFault(error, path);
  }
}

async function* untilAborted(pieces: Pieces, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

const ownerOnly = 0o600;

/** `shown`: the file's name in messages. */
async function replaceFile(shown: string, path: string, write: (part: FileHandle) => Promise<void>): Promise<void> {
  try {
    if (isStream(shown, path)) await writeThrough(path, write);
    else await writeBeside(findTarget(path), write);
  } catch (error) {
    throw toWriteFault(error, shown);
  }
}

async function writeBeside(path: string, write: (part: FileHandle) => Promise<void>): Promise<void> {
  const partial = toPartial(path);
  await removeAbandoned(path);
  // Fails if another user put a file or link there. Other users cannot read it until it is finished.
  const part = await open(partial, 'wx', ownerOnly);
  await finishPart(part, { partial, path, write });
}

/**
 * Whether a path is written to directly, such as /dev/stdout and `>(gzip)`. Replacing such a file would remove the
 * device for the whole machine. Any other pipe is rejected, because its other end may never be read.
 */
function isStream(shown: string, path: string): boolean {
  const stats = findStats(path);
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return false;
  if (stats.isCharacterDevice() || /^\/(?:dev|proc)\//.test(path)) return true;
  const message = `"${shown}" cannot be written: it is not a file.`;
  throw new Fault({ code: 'FILE_NOT_WRITTEN', message, hint: 'Choose another file.' });
}

async function writeThrough(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'a');
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

/** The file that a link leads to, so that the link is kept. */
function findTarget(path: string): string {
  return findStats(path)?.isFile() === true ? realpathSync(path) : path;
}

/** The name of an unfinished file. */
function toPartial(path: string): string {
  return `${path}.${partOwner(process.pid)}-${randomBytes(6).toString('hex')}.part`;
}

/** The machine and process that write an unfinished file, as part of its name. */
function partOwner(id: number | ''): string {
  return `${hostname().replaceAll(/[^\w-]/g, '_')}-${id}`;
}

/** Removes unfinished files of killed processes of this machine. */
async function removeAbandoned(path: string): Promise<void> {
  const start = `${basename(path)}.${partOwner('')}`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(start))) {
    const [, owner] = /^(\d+)-[0-9a-f]{12}\.part$/.exec(name.slice(start.length)) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) await rm(join(dirname(path), name), { force: true });
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // Alive, but owned by another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
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

/** The mode of the existing file, or the default of a new one. */
function findMode(path: string): number {
  const known = findStats(path);
  return known === undefined ? 0o666 & ~process.umask() : known.mode & 0o777;
}

const gatheredLength = 256 * 1024;

/** Lines are short, so writing each one separately would be slow. */
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

/** Converts a system error to a Fault. Errors from the pieces themselves stay unchanged. */
function toWriteFault(error: unknown, path: string): unknown {
  if (error instanceof Fault || !(error instanceof Error) || !('syscall' in error)) return error;
  const code = 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ENOENT') {
    const message = `There is no folder "${dirname(path)}".`;
    return new Fault({ code: 'FILE_NOT_WRITTEN', message, hint: 'Create it, or name another file.' }, { cause: error });
  }
  const message = `"${path}" cannot be written: ${code}.`;
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  const hint = isForbidden ? 'Check the permissions of the file and its folder.' : 'Choose another file.';
  return new Fault({ code: 'FILE_NOT_WRITTEN', message, hint }, { cause: error });
}
