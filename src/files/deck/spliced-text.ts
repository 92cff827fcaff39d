/**
 * Text put together from pieces, some of which were removed. Where a removal leaves a run of blank lines behind,
 * one blank line remains; blank lines that the author wrote elsewhere stay as they are.
 */
export class SplicedText {
  readonly #pieces: string[] = [];
  #length = 0;
  /** White space at the end, not added until it is known what follows. */
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

  /** Says that something was removed here. */
  leaveGap(): void {
    this.#isGap = true;
  }

  /** The whole, without blank lines at its ends. */
  toString(): string {
    return trimBlankLines(this.#pieces.join('') + this.#space);
  }

  #push(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}

/** Two or more blank lines become one; what indents the text behind them stays. */
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
