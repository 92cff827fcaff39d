import { isUtf8 } from 'node:buffer';
import { Fault } from '../../base/fault.ts';

/** A line of a body that is streamed. Counted from 1, blank ones included, which are left out. */
export interface BodyLine {
  readonly line: number;
  /** Absent when it could not be read. */
  readonly text?: string;
  readonly trouble?: 'too-long' | 'not-utf8' | 'cut-off';
  /** Nothing came after it, not even a line end. */
  readonly isLast?: boolean;
}

const newline = 0x0a;

/**
 * The lines of a body, a chunk of it at a time. A line over the limit is not kept in memory. A connection that breaks
 * ends the lines with one of trouble `cut-off`. A body that is refused, by a Fault, is refused as a whole.
 */
export async function* readBodyLines(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
): AsyncGenerator<readonly BodyLine[]> {
  const splitter = new LineSplitter(limitBytes);
  try {
    for await (const chunk of body) {
      const lines = splitter.add(chunk);
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    yield [{ line: splitter.line, trouble: 'cut-off' }];
    return;
  }
  const rest = splitter.end();
  if (rest !== undefined) yield [rest];
}

/** Finds lines in bytes. The rest of a chunk is kept in a list, so that a long line is joined once. */
class LineSplitter {
  readonly #limitBytes: number;
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  line = 1;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  add(chunk: Buffer): readonly BodyLine[] {
    const lines: BodyLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      const line = this.#take(chunk.subarray(from, at));
      if (line !== undefined) lines.push(line);
      this.line += 1;
      from = this.#skipBlank(chunk, at + 1);
    }
    if (from < chunk.length) this.#carry(chunk.subarray(from));
    return lines;
  }

  /** Millions of line ends in a row cost little this way. */
  #skipBlank(chunk: Buffer, from: number): number {
    let at = from;
    while (chunk[at] === newline) at += 1;
    this.line += at - from;
    return at;
  }

  end(): BodyLine | undefined {
    const rest = this.#take(Buffer.alloc(0));
    return rest === undefined ? undefined : { ...rest, isLast: true };
  }

  #carry(piece: Buffer): void {
    this.#carriedBytes += piece.length;
    // Beyond the limit bytes are only counted.
    if (this.#carriedBytes > this.#limitBytes) this.#carried = [];
    else this.#carried.push(piece);
  }

  #take(end: Buffer): BodyLine | undefined {
    if (this.#carriedBytes === 0) return this.#read(end);
    this.#carry(end);
    const isTooLong = this.#carriedBytes > this.#limitBytes;
    const whole = Buffer.concat(this.#carried);
    this.#carried = [];
    this.#carriedBytes = 0;
    return isTooLong ? { line: this.line, trouble: 'too-long' } : this.#read(whole);
  }

  #read(bytes: Buffer): BodyLine | undefined {
    const { line } = this;
    if (bytes.length > this.#limitBytes) return { line, trouble: 'too-long' };
    if (!isUtf8(bytes)) return { line, trouble: 'not-utf8' };
    const text = withoutMark(bytes.toString('utf8'), line);
    return isBlank(text) ? undefined : { line, text };
  }
}

/** Some editors begin a file with a byte order mark. */
function withoutMark(text: string, line: number): string {
  return line === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** A line of JSON begins with a bracket, so the first character decides. */
function isBlank(text: string): boolean {
  return text.charCodeAt(0) !== 0x7b && text.trim() === '';
}
