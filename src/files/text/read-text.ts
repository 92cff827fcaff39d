import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Place, type ProblemInput } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import { findNearest } from '../../base/nearest.ts';
import { toPosition } from './position.ts';
import { assertText } from './unread-format.ts';

export const attachmentLimitBytes = 10 * 1024 * 1024;
export const evalLimitBytes = 16 * 1024 * 1024;
export const wholeFileLimitBytes = 64 * 1024 * 1024;

export interface ReadRequest {
  /** Where the file is. */
  readonly path: string;
  /** The name in messages. */
  readonly shown: string;
  readonly limitBytes?: number;
  /** The place in another file that names this file. */
  readonly place?: Place;
  /**
   * The real path of a folder that must contain the file. `path` must be a real path, too. Links are not followed, and
   * the check uses the open file, so that a link cannot be swapped in between.
   */
  readonly within?: string;
}

/**
 * Reads a text file. Throws a Fault if it is missing, not a plain file, too big or not UTF-8. An archive,
 * an image and the like are named. A byte order mark is dropped.
 */
export function readText(request: ReadRequest): string {
  const bytes = readBytes(request);
  assertText(bytes, request);
  return decodeUtf8(bytes, request);
}

/** Reads a file. Throws a Fault if it is missing, not a plain file, too big, or outside `within`. */
export function readBytes(request: ReadRequest): Uint8Array {
  checkPlainFile(request);
  const limit = request.limitBytes ?? wholeFileLimitBytes;
  try {
    const handle = openSync(request.path, toFlags(request));
    try {
      const stats = fstatSync(handle);
      assertPlain(stats, request);
      if (stats.size > limit) throw tooBig(request, { size: stats.size, limit }, { hint: attachmentHint });
      if (request.within !== undefined && !isOpenedWithin(handle, request.path, request.within)) throw swapped(request);
      return readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    throw cause instanceof Fault ? cause : toSystemFault(cause, request);
  }
}

/** A pipe that has replaced the file since then is opened without waiting, and rejected. Windows has neither flag. */
function toFlags({ within }: ReadRequest): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return O_RDONLY | O_NONBLOCK | (within === undefined ? 0 : O_NOFOLLOW);
}

function swapped(request: ReadRequest): Fault {
  const message = `While Turnwise read "${request.shown}", it became a symbolic link that leaves the project.`;
  return new Fault({ code: 'FILE_OUTSIDE_ROOT', message, ...placeOf(request) });
}

/**
 * The file's size and times. Throws a Fault unless it is an existing plain file. Pipes and devices are never opened.
 */
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

/**
 * The stats of a path. Undefined: it does not exist, its name is too long, links form a loop, or a folder is not
 * readable.
 */
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

/** How a file that is too big is reported. */
interface SizeReport {
  /** Default: the path in quotes. */
  readonly name?: string;
  /** Default: FILE_TOO_BIG. */
  readonly code?: FaultCode | undefined;
  readonly hint?: string | undefined;
  /** Default: the place of the request. */
  readonly place?: Place & Pick<ProblemInput, 'reading'>;
}

/** Throws a Fault unless the path is a plain file of at most `limit` bytes. */
export function checkSize(request: ReadRequest, limit: number, report: SizeReport = { hint: attachmentHint }): void {
  const { size } = checkPlainFile(request);
  if (size > limit) throw tooBig(request, { size, limit }, report);
}

const attachmentHint = 'Attach only the part that matters.';

function tooBig(
  request: ReadRequest,
  { size, limit }: { readonly size: number; readonly limit: number },
  { name = `"${request.shown}"`, code = 'FILE_TOO_BIG', hint, place = placeOf(request) }: SizeReport,
): Fault {
  const message = `${name} has ${toMegabytes(size)} MB. The limit is ${toMegabytes(limit)} MB.`;
  return new Fault({ code, message, ...definedOnly({ hint }), ...place });
}

export function emptyFile(file: string, reading: string, hint?: string): Fault {
  const place = { reading, file, line: 1, column: 1 };
  return new Fault({ code: 'FILE_EMPTY', message: 'The file is empty.', ...definedOnly({ hint }), ...place });
}

/** The first bytes of a file. Empty if the path is not a file, or cannot be read. */
export function readStart(path: string, limit: number): Buffer {
  if (findStats(path)?.isFile() !== true) return Buffer.alloc(0);
  const block = Buffer.alloc(limit);
  try {
    const handle = openSync(path, 'r');
    try {
      return block.subarray(0, readSync(handle, block));
    } finally {
      closeSync(handle);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

export function toMegabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1);
}

function placeOf(request: ReadRequest): Place {
  return request.place ?? { file: request.shown };
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** Decodes UTF-8. The Fault for invalid bytes has the place of the first one. */
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

/** The lenient decoder writes U+FFFD where the strict one fails. A real U+FFFD encodes back to the same bytes. */
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
 * Whether an open file is inside a folder. On Linux, the system has the path of the open file. On other systems, the
 * link-free path must still lead to the open file.
 */
function isOpenedWithin(handle: number, path: string, folder: string): boolean {
  const opened = findOpenedPath(handle);
  if (opened !== undefined) return isBelow(opened, folder);
  const [before, { dev, ino }, after] = [realpathSync(path), statSync(path), realpathSync(path)];
  const own = fstatSync(handle);
  return before === path && after === path && own.dev === dev && own.ino === ino && isBelow(path, folder);
}

/** Whether a path is inside a folder. Both must be free of links. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function findOpenedPath(handle: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}

/** The file in the same folder with the most similar name, for a mistyped path. */
export function findNeighbor(path: string): string | undefined {
  try {
    return findNearest(basename(path), readdirSync(dirname(path)).slice(0, 1000));
  } catch {
    return undefined;
  }
}
