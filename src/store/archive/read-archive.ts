import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { quoteValue } from '../../base/explain-issue.ts';
import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type UnpackBounds, unpacksTooFar, usualTimes } from '../../base/unpack-bounds.ts';
import type { ArchiveRow } from '../archive-port.ts';
import { toFinalRow } from '../migrations/0008-final-rows.ts';
import { toThresholdRow } from '../migrations/0009-gate-thresholds.ts';
import { unreadable } from './archive-fault.ts';
import { archiveKind, decodeRow } from './archive-lines.ts';

/** Rows of versions before these have other names. */
const finalNamesVersion = 8;
const thresholdsVersion = 9;

export interface ReadArchiveOptions {
  /** As shown to people. */
  readonly file: string;
  /** The newest step of the tables that is known here. */
  readonly version: number;
}

/**
 * The rows of a backup. A backup that was changed or cut off is a Fault `BACKUP_UNREADABLE`, at the latest after its last
 * row. A backup of a newer version is `STORE_NEWER`.
 */
export async function* readArchive(
  pieces: AsyncIterable<Uint8Array>,
  { file, version }: ReadArchiveOptions,
): AsyncGenerator<ArchiveRow> {
  const hash = createHash('sha256');
  let rows = 0;
  let written: number | undefined;
  let hasEnd = false;
  for await (const text of readLines(pieces, file)) {
    const line = parseLine(text, file, rows);
    if (hasEnd) throw unreadable(file, 'it has data after its end');
    if (written === undefined) written = readVersion(line, { file, version });
    else if (isPlainObject(line) && line.end === archiveKind) {
      if (line.rows !== rows || line.hash !== hash.digest('hex')) throw unreadable(file, 'it was changed or cut off');
      hasEnd = true;
      continue;
    } else {
      const row = decodeRow(line);
      if (row === undefined) throw unreadable(file, `row ${rows + 1} is malformed`);
      rows += 1;
      yield written < thresholdsVersion ? renameRow(row, { written, file, number: rows }) : row;
    }
    hash.update(`${text}\n`);
  }
  if (!hasEnd) throw unreadable(file, written === undefined ? 'it is empty' : 'it was cut off');
}

/** A backup may come from anyone, and its JSON may be nested too deeply to be written again. */
function renameRow(
  row: ArchiveRow,
  { written, file, number }: { readonly written: number; readonly file: string; readonly number: number },
): ArchiveRow {
  try {
    return written < finalNamesVersion ? toFinalRow(row) : toThresholdRow(row);
  } catch (cause) {
    const why = cause instanceof RangeError ? 'is nested too deeply' : 'is invalid';
    throw unreadable(file, `row ${number}, in table ${quoteValue(row.table)}, ${why}`, cause);
  }
}

/** The version of the tables whose rows follow. */
function readVersion(line: unknown, { file, version }: ReadArchiveOptions): number {
  if (!isPlainObject(line) || line.kind !== archiveKind || typeof line.version !== 'number') {
    throw unreadable(file, 'it is not a Turnwise backup');
  }
  if (line.version <= version) return line.version;
  throw new Fault({
    code: 'STORE_NEWER',
    message: `The backup has database version ${line.version}, but this Turnwise supports up to ${version}.`,
    hint: 'Install a newer version of Turnwise.',
    file,
  });
}

/** Longer than any row; a file that only seems to be a backup may be one endless line. */
const longestLine = 256 * 1024 * 1024;

async function* readLines(pieces: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let carried: string[] = [];
  let length = 0;
  try {
    for await (const piece of unpack(pieces, file)) {
      const [first = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n');
      carried.push(first);
      length += first.length;
      if (length > longestLine) throw unreadable(file, 'one of its lines is too long');
      const last = lines.pop();
      if (last === undefined) continue;
      yield carried.join('');
      yield* lines;
      carried = [last];
      length = last.length;
    }
  } catch (error) {
    throw error instanceof Fault || !isOfFile(error) ? error : unreadable(file, 'it is damaged', error);
  }
  if (length > 0) yield carried.join('');
}

/** Whether the bytes are the reason: they cannot be unpacked, or are not text. */
function isOfFile(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

function parseLine(text: string, file: string, rows: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, `the line after row ${rows} is not JSON`, cause);
  }
}

const defaultBounds: UnpackBounds = { bytes: 256 * 1024 * 1024, times: usualTimes };

/** The bytes that were packed, piece by piece. A file that unpacks to too much is a Fault `BACKUP_UNREADABLE`. */
export async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  bounds: UnpackBounds = defaultBounds,
): AsyncGenerator<Uint8Array> {
  const packed = { bytes: 0 };
  let unpacked = 0;
  // An error of one stream is reported by the other, and a reader that stops ends both.
  const plain: AsyncIterable<Uint8Array> = pipeline(
    Readable.from(countBytes(pieces, packed)),
    createGunzip(),
    () => {},
  );
  for await (const piece of plain) {
    unpacked += piece.length;
    if (unpacksTooFar({ packed: packed.bytes, unpacked }, bounds)) {
      throw unreadable(file, 'it unpacks to far more data than a backup of its size can contain');
    }
    yield piece;
  }
}

async function* countBytes(pieces: AsyncIterable<Uint8Array>, count: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    count.bytes += piece.length;
    yield piece;
  }
}
