import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Fault } from '../../base/fault.ts';
import {
  checkPlainFile,
  decodeUtf8,
  evalLimitBytes,
  type ReadRequest,
  toMegabytes,
  toSystemFault,
} from './read-text.ts';
import { assertText } from './unread-format.ts';

export interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Whether a file is JSON Lines, by its name. */
export function isLinesFile(path: string): boolean {
  return ['.jsonl', '.ndjson'].includes(extname(path).toLowerCase());
}

const blockBytes = 256 * 1024;

/**
 * Streams the non-blank lines of a file. Every read fills the same block, so memory use does not grow with the length of
 * the file.
 */
export async function* streamLines(request: ReadRequest): AsyncGenerator<TextLine> {
  checkPlainFile(request);
  const handle = await openOrFault(request);
  const block = Buffer.allocUnsafe(blockBytes);
  const splitter = new LineSplitter(request, { name: `"${request.shown}"`, one: 'case' });
  try {
    for (;;) {
      const size = await readOrFault(handle, block, request);
      for (const line of size === 0 ? splitter.end() : splitter.add(block.subarray(0, size))) {
        if (line.text.trim() !== '') yield line;
      }
      if (size === 0) return;
    }
  } finally {
    await handle.close();
  }
}

/** Streams all lines of an input such as standard input, blank ones included. */
export async function* streamInputLines(pieces: AsyncIterable<Uint8Array>, shown: string): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter({ path: shown, shown }, { name: shown, one: 'item' });
  for await (const piece of pieces) yield* splitter.add(piece);
  yield* splitter.end();
}

const newline = 0x0a;

/** Joins pieces of bytes and splits them into lines. Throws a Fault on a line that is too long or not UTF-8. */
class LineSplitter {
  readonly #request: ReadRequest;
  readonly #words: { readonly name: string; readonly one: string };
  #carried: Uint8Array[] = [];
  #carriedBytes = 0;
  #line = 0;

  /** `words`: the name of the input, and what one line is, for messages. */
  constructor(request: ReadRequest, words: { readonly name: string; readonly one: string }) {
    this.#request = request;
    this.#words = words;
  }

  *add(piece: Uint8Array): Generator<TextLine> {
    if (this.#line === 0 && this.#carriedBytes === 0) assertText(piece, this.#request);
    let from = 0;
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, from)) {
      yield this.#toLine(piece.subarray(from, at));
      from = at + 1;
    }
    if (from === piece.length) return;
    // A copy, because the caller may reuse the piece.
    this.#carried.push(Buffer.from(piece.subarray(from)));
    this.#carriedBytes += piece.length - from;
    if (this.#carriedBytes > evalLimitBytes) throw this.#tooLong();
  }

  *end(): Generator<TextLine> {
    if (this.#carriedBytes > 0) yield this.#toLine(new Uint8Array());
  }

  #toLine(rest: Uint8Array): TextLine {
    this.#line += 1;
    const bytes = this.#carriedBytes === 0 ? rest : Buffer.concat([...this.#carried, rest]);
    this.#carried = [];
    this.#carriedBytes = 0;
    return { line: this.#line, text: decodeUtf8(bytes, this.#request, this.#line) };
  }

  #tooLong(): Fault {
    const { name, one } = this.#words;
    const line = this.#line + 1;
    const message = `Line ${line} of ${name} exceeds ${toMegabytes(evalLimitBytes)} MB.`;
    const place = { file: this.#request.shown, line, column: 1 };
    return new Fault({ code: 'FILE_TOO_BIG', message, hint: `Write one ${one} per line.`, ...place });
  }
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
