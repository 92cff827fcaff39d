import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Fault } from '../../base/fault.ts';
import { decodeUtf8, evalLimitBytes, type ReadRequest, toMegabytes, toSystemFault } from '../text/read-text.ts';

const newline = 0x0a;
const blockBytes = 256 * 1024;

/**
 * Streams a file in blocks that end with a line, each checked to be text. A character or a line break is never split
 * between two blocks. Throws a Fault at the first byte that is not text.
 */
export async function* streamTextBlocks(request: ReadRequest): AsyncGenerator<Buffer> {
  const checker = new BlockChecker(request);
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  for await (const piece of readPieces(request)) {
    const end = piece.lastIndexOf(newline) + 1;
    if (end > 0) {
      yield checker.check(Buffer.concat([...carried, piece.subarray(0, end)]));
      carried = [];
      carriedBytes = 0;
    }
    carried.push(piece.subarray(end));
    carriedBytes += piece.length - end;
    if (carriedBytes > evalLimitBytes) throw checker.tooLong();
  }
  if (carriedBytes > 0) yield checker.check(Buffer.concat(carried));
}

async function* readPieces(request: ReadRequest): AsyncGenerator<Buffer> {
  try {
    // Without an encoding, every piece is a buffer.
    yield* createReadStream(request.path, { highWaterMark: blockBytes }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw cause instanceof Fault ? cause : toSystemFault(cause, request);
  }
}

/** Checks one block after another, and counts the lines. */
class BlockChecker {
  readonly #request: ReadRequest;
  #line = 1;

  constructor(request: ReadRequest) {
    this.#request = request;
  }

  check(block: Buffer): Buffer {
    if (this.#line === 1 && hasUtf16Mark(block)) throw this.#utf16();
    if (!isUtf8(block)) decodeUtf8(block, this.#request, this.#line);
    const zero = block.indexOf(0);
    if (zero !== -1) throw this.#hasZero(block, zero);
    this.#line += countLines(block);
    return block;
  }

  tooLong(): Fault {
    const { shown: file } = this.#request;
    const message = `Line ${this.#line} of "${file}" exceeds ${toMegabytes(evalLimitBytes)} MB.`;
    const hint = 'Look for a cell with a whole file in it, or for a missing line break.';
    return new Fault({ code: 'FILE_TOO_BIG', message, hint, file, line: this.#line });
  }

  #utf16(): Fault {
    const { shown: file } = this.#request;
    const message = `"${file}" is UTF-16 text.`;
    const hint = 'Save it as UTF-8. In Excel, choose "CSV UTF-8".';
    return new Fault({ code: 'FILE_NOT_UTF8', message, hint, file, line: 1 });
  }

  #hasZero(block: Buffer, at: number): Fault {
    const { shown: file } = this.#request;
    const line = this.#line + countLines(block.subarray(0, at));
    const message = `"${file}" has a NUL character in line ${line}.`;
    const hint = 'Remove it. If the file is UTF-16 text, save it as UTF-8.';
    return new Fault({ code: 'FILE_NOT_UTF8', message, hint, file, line });
  }
}

function hasUtf16Mark([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function countLines(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(newline); at !== -1; at = block.indexOf(newline, at + 1)) count += 1;
  return count;
}
