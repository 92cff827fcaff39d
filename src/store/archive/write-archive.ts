import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ArchiveRow, ArchiveStore } from '../archive-port.ts';
import { archiveKind, encodeRow } from './archive-lines.ts';

/** How much of a backup was written. */
export interface ArchiveCount {
  rows: number;
}

/**
 * A store as one portable file, piece by piece: JSON lines, compressed. The first line says what it is, the last one how
 * many rows there are and their hash, so that a file that was cut off or changed is noticed.
 */
export function writeArchive(
  archive: ArchiveStore,
  { createdAt, count }: { readonly createdAt: string; readonly count: ArchiveCount },
): AsyncIterable<Uint8Array> {
  const head = JSON.stringify({ kind: archiveKind, version: archive.version, createdAt });
  const lines = Readable.from(gather(listLines(head, archive.dump(), count)), { objectMode: false });
  // An error of one stream is reported by the other, and a reader that stops ends both.
  return pipeline(lines, createGzip(), () => {});
}

async function* listLines(head: string, rows: AsyncIterable<ArchiveRow>, count: ArchiveCount): AsyncGenerator<string> {
  const hash = createHash('sha256').update(`${head}\n`);
  yield head;
  for await (const row of rows) {
    const line = encodeRow(row);
    hash.update(`${line}\n`);
    count.rows += 1;
    yield line;
  }
  yield JSON.stringify({ end: archiveKind, rows: count.rows, hash: hash.digest('hex') });
}

const gatheredLength = 64 * 1024;

/** Lines are short; compressing each on its own would cost more than to make it. */
async function* gather(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < gatheredLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
