import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { Fault, type Place } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { toPosition } from './position.ts';

export const attachmentLimitBytes = 10 * 1024 * 1024;
export const evalLimitBytes = 16 * 1024 * 1024;
export const wholeFileLimitBytes = 64 * 1024 * 1024;

export interface ReadRequest {
  /** Where the file is. */
  readonly path: string;
  /** How it is called in messages. */
  readonly shown: string;
  readonly limitBytes?: number;
  /** The place that asked for the file, when it was another file. */
  readonly place?: Place;
  /**
   * The real path of a folder that the file has to be in. `path` is then a real path too: no link is followed, and the
   * check is made on the file that was opened, so that a link cannot be swapped in between.
   */
  readonly within?: string;
}

/** Text of a file, or a Fault: missing, not a plain file, too big, not UTF-8. A byte order mark is dropped. */
export function readText(request: ReadRequest): string {
  return decodeUtf8(readBytes(request), request);
}

/** Bytes of a file, or a Fault: missing, not a plain file, too big, or not where it has to be. */
export function readBytes(request: ReadRequest): Uint8Array {
  checkPlainFile(request);
  const limit = request.limitBytes ?? wholeFileLimitBytes;
  try {
    const handle = openSync(request.path, toFlags(request));
    try {
      const stats = fstatSync(handle);
      assertPlain(stats, request);
      if (stats.size > limit) throw tooBig(request, stats.size, limit);
      if (request.within !== undefined && !isOpenedWithin(handle, request.path, request.within)) throw swapped(request);
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    throw cause instanceof Fault ? cause : toSystemFault(cause, request);
  }
}

/** A pipe that took the file's place since is opened without waiting, and refused. Windows has neither flag. */
function toFlags({ within }: ReadRequest): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return O_RDONLY | O_NONBLOCK | (within === undefined ? 0 : O_NOFOLLOW);
}

function swapped(request: ReadRequest): Fault {
  const message = `While Turnwise read "${request.shown}", it became a symbolic link that leaves the project.`;
  return new Fault({ code: 'FILE_OUTSIDE_ROOT', message, ...placeOf(request) });
}

/** The file's size and times; a Fault unless it is a plain file that exists. Pipes and devices are never opened. */
export function checkPlainFile(request: ReadRequest): Stats {
  const stats = statOrFault(request);
  assertPlain(stats, request);
  return stats;
}

function assertPlain(stats: Stats, request: ReadRequest): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'not a regular file';
  throw new Fault({
    code: 'FILE_NOT_A_FILE',
    message: `"${request.shown}" is ${what}.`,
    hint: 'Use a file.',
    ...placeOf(request),
  });
}

/** What is at a path, or undefined: nothing there, a name too long, a ring of links, a closed folder. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function statOrFault(request: ReadRequest): Stats {
  try {
    return statSync(request.path);
  } catch (cause) {
    throw toSystemFault(cause, request);
  }
}

export function toSystemFault(cause: unknown, request: ReadRequest): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const place = placeOf(request);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const message = `There is no file "${request.shown}".`;
    return new Fault({ code: 'FILE_MISSING', message, ...toHint(request), ...place }, { cause });
  }
  const message = `"${request.shown}" cannot be read: ${code}.`;
  return new Fault({ code: 'FILE_UNREADABLE', message, ...place }, { cause });
}

function toHint({ path, shown }: ReadRequest): { readonly hint?: string } {
  if (shown.includes('*')) return { hint: 'Remove the quotes so that your shell expands the pattern.' };
  const neighbor = findNeighbor(path);
  return neighbor === undefined ? {} : { hint: `Did you mean "${join(dirname(shown), neighbor)}"?` };
}

export function tooBig(request: ReadRequest, size: number, limit: number): Fault {
  return new Fault({
    code: 'FILE_TOO_BIG',
    message: `"${request.shown}" has ${toMegabytes(size)} MB. The limit is ${toMegabytes(limit)} MB.`,
    hint: 'Attach only the part that matters.',
    ...placeOf(request),
  });
}

export function toMegabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1);
}

function placeOf(request: ReadRequest): Place {
  return request.place ?? { file: request.shown };
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** The bytes as text; the Fault for bad UTF-8 points at the first byte that cannot be read. */
export function decodeUtf8(bytes: Uint8Array, request: ReadRequest, firstLine = 1): string {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    const { line, column } = findBadByte(bytes);
    const place = { line: line + firstLine - 1, column };
    const message = `"${request.shown}" is not valid UTF-8 text at line ${place.line}, column ${column}.`;
    const hint = 'Save it as UTF-8.';
    throw new Fault(
      { code: 'FILE_NOT_UTF8', message, hint, ...(request.place ?? { file: request.shown, ...place }) },
      { cause },
    );
  }
}

/** The lenient decoder puts U+FFFD where the strict one stops; a real U+FFFD encodes back to the same bytes. */
function findBadByte(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const text = lenient.decode(bytes);
  const encoder = new TextEncoder();
  let from = 0;
  let byteAt = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    byteAt += encoder.encode(text.slice(from, at)).length;
    from = at;
    if (bytes[byteAt] !== 0xef || bytes[byteAt + 1] !== 0xbf || bytes[byteAt + 2] !== 0xbd) return toPosition(text, at);
  }
  return { line: 1, column: 1 };
}

/**
 * Whether the file behind a handle is in a folder, both by their real paths. Linux knows the path of an open file. Other
 * systems are asked whether the path, which no longer has links, still leads to the file that was opened.
 */
function isOpenedWithin(handle: number, path: string, folder: string): boolean {
  const opened = findOpenedPath(handle);
  if (opened !== undefined) return isIn(opened, folder);
  const [before, { dev, ino }, after] = [realpathSync(path), statSync(path), realpathSync(path)];
  const own = fstatSync(handle);
  return before === path && after === path && own.dev === dev && own.ino === ino && isIn(path, folder);
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function findOpenedPath(handle: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}

/** The name of a file in the same folder that is nearly the same, for a mistyped path. */
export function findNeighbor(path: string): string | undefined {
  try {
    return findNearest(basename(path), readdirSync(dirname(path)).slice(0, 1000));
  } catch {
    return undefined;
  }
}
