/**
 * Joins pieces of a text from which others were removed. If a removal leaves several blank lines, one remains. Blank
 * lines of the author elsewhere are unchanged.
 */
export class SplicedText {
  readonly #pieces: string[] = [];
  #length = 0;
  /** Whitespace at the end. It is added when the next text is known. */
  #space = '';
  #isGap = false;

  get length(): number {
    return this.#length + this.#space.length;
  }

  add(text: string): void {
    const bodyStart = text.length - text.trimStart().length;
    const bodyEnd = text.trimEnd().length;
    this.#space += text.slice(0, bodyStart);
    if (bodyStart === text.length) return;
    this.#push(this.#isGap ? closeGap(this.#space) : this.#space);
    this.#push(text.slice(bodyStart, bodyEnd));
    this.#space = text.slice(bodyEnd);
    this.#isGap = false;
  }

  /** Marks that something was removed here. */
  leaveGap(): void {
    this.#isGap = true;
  }

  /** The whole text, without blank lines at start and end. */
  toString(): string {
    return trimBlankLines(this.#pieces.join('') + this.#space);
  }

  #push(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}

/** Reduces several blank lines to one. The indentation of the next text stays. */
function closeGap(space: string): string {
  const lines = space.split('\n');
  if (lines.length <= 3) return space;
  const newline = lines[0]?.endsWith('\r') ? '\r\n' : '\n';
  return `${newline}${newline}${lines.at(-1) ?? ''}`;
}

function trimBlankLines(text: string): string {
  const trimmed = text.trimEnd();
  const firstLine = trimmed.slice(0, trimmed.length - trimmed.trimStart().length).lastIndexOf('\n');
  return trimmed.slice(firstLine + 1);
}

/** Part of a text, and what replaces it. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A line of a quote that has only removed includes, `> ![…](x.toml)`, leaves nothing, not even its quote mark. Cuts are
 * in order and do not overlap.
 */
export function withQuoteMarks<Part extends Cut>(body: string, cuts: readonly Part[]): readonly Part[] {
  const lines = Map.groupBy(cuts, ({ start }) => body.lastIndexOf('\n', start - 1) + 1);
  return [...lines].flatMap(([start, ofLine]) => {
    const newline = body.indexOf('\n', start);
    const end = newline === -1 ? body.length : newline;
    const [first] = ofLine;
    const isEmpty = ofLine.every(({ text }) => text === '') && isQuoteMark(listKept(body, ofLine, { start, end }));
    return first !== undefined && isEmpty ? [{ ...first, start, end }] : ofLine;
  });
}

function isQuoteMark(kept: readonly string[]): boolean {
  return /^[ \t]*>[ \t>]*$/.test(kept.join(''));
}

/** The parts of a line between its cuts. */
function listKept(body: string, cuts: readonly Cut[], line: Pick<Cut, 'start' | 'end'>): readonly string[] {
  const ends = [...cuts.map(({ start }) => start), line.end];
  return ends.map((end, index) => body.slice(cuts[index - 1]?.end ?? line.start, end));
}
