import { type FileHandle, open } from 'node:fs/promises';
import { Fault } from '../../base/fault.ts';
import {
  checkPlainFile,
  decodeUtf8,
  evalLimitBytes,
  type ReadRequest,
  toMegabytes,
  toSystemFault,
} from './read-text.ts';

export interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

const newline = 0x0a;
const blockBytes = 256 * 1024;

/**
 * The non-blank lines of a file, one at a time. One block of memory is filled again and again, so that
 * memory stays flat however long the file is.
 */
export async function* streamLines(request: ReadRequest): AsyncGenerator<TextLine> {
  checkPlainFile(request);
  const handle = await openOrFault(request);
  const block = Buffer.allocUnsafe(blockBytes);
  let carried = Buffer.alloc(0);
  let line = 0;
  try {
    for (;;) {
      const size = await readOrFault(handle, block, request);
      let from = 0;
      for (let at = block.indexOf(newline); at !== -1 && at < size; at = block.indexOf(newline, from)) {
        line += 1;
        const text = decodeUtf8(joinBytes(carried, block.subarray(from, at)), request, line);
        carried = Buffer.alloc(0);
        from = at + 1;
        if (text.trim() !== '') yield { line, text };
      }
      if (size === 0) break;
      carried = Buffer.concat([carried, block.subarray(from, Math.max(from, size))]);
      if (carried.length > evalLimitBytes) throw lineTooLong(request, line + 1);
    }
    const rest = decodeUtf8(carried, request, line + 1);
    if (rest.trim() !== '') yield { line: line + 1, text: rest };
  } finally {
    await handle.close();
  }
}

function joinBytes(carried: Buffer, piece: Buffer): Buffer {
  return carried.length === 0 ? piece : Buffer.concat([carried, piece]);
}

async function openOrFault(request: ReadRequest): Promise<FileHandle> {
  try {
    return await open(request.path);
  } catch (cause) {
    throw toSystemFault(cause, request);
  }
}

/** Fills the block from its start. Bytes beyond the returned size are left from an earlier read. */
async function readOrFault(handle: FileHandle, block: Buffer, request: ReadRequest): Promise<number> {
  try {
    const { bytesRead } = await handle.read(block, 0, block.length);
    return bytesRead;
  } catch (cause) {
    throw toSystemFault(cause, request);
  }
}

function lineTooLong(request: ReadRequest, line: number): Fault {
  const message = `Line ${line} of "${request.shown}" exceeds ${toMegabytes(evalLimitBytes)} MB.`;
  return new Fault({
    code: 'FILE_TOO_BIG',
    message,
    hint: 'Write one case per line.',
    file: request.shown,
    line,
    column: 1,
  });
}
