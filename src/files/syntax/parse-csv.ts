import { definedOnly } from '../../base/defined-only.ts';
/** A cell and its position. */
export interface CsvCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly CsvCell[];
  /** What is wrong with the quotes of the row, and in which cell. */
  readonly flaw?: { readonly message: string; readonly cell: CsvCell };
}

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/**
 * Parses CSV as in RFC 4180: a cell in double quotes may contain separators, line breaks and doubled quotes. Lines end
 * in LF, CRLF or CR. Blank lines, and spaces around cells without quotes, are ignored.
 */
export function* parseCsv(text: string, separator: Separator): Generator<CsvRow, undefined> {
  const reader = new CsvReader(text, separator);
  while (!reader.isAtEnd) {
    const row = reader.readRow();
    if (row.cells.length > 1 || row.cells[0]?.text !== '' || row.flaw !== undefined) yield row;
  }
  return undefined;
}

class CsvReader {
  readonly #text: string;
  readonly #separator: Separator;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, separator: Separator) {
    this.#text = text;
    this.#separator = separator;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  readRow(): CsvRow {
    const line = this.#line;
    const cells: CsvCell[] = [];
    let flaw: CsvRow['flaw'];
    for (;;) {
      const { cell, message } = this.#readCell();
      cells.push(cell);
      if (message !== undefined) flaw ??= { message, cell };
      if (this.#text[this.#at] !== this.#separator) break;
      this.#at += 1;
    }
    this.#skipLineBreak();
    return { line, cells, ...definedOnly({ flaw }) };
  }

  #readCell(): { readonly cell: CsvCell; readonly message?: string } {
    this.#skipBlanks();
    const place = { line: this.#line, column: this.#at - this.#lineStart + 1 };
    if (this.#text[this.#at] !== '"') return { cell: { ...place, text: this.#readPlain().trimEnd() } };
    const quoted = this.#readQuoted();
    if (quoted === undefined) return { cell: { ...place, text: '' }, message: 'The quote is not closed.' };
    const rest = this.#readPlain().trim();
    if (rest === '') return { cell: { ...place, text: quoted } };
    return {
      cell: { ...place, text: quoted },
      message: `Unexpected text after the closing quote: ${JSON.stringify(rest)}.`,
    };
  }

  #readPlain(): string {
    const start = this.#at;
    while (!this.isAtEnd && !this.#isCellEnd()) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #isCellEnd(): boolean {
    const sign = this.#text[this.#at];
    return sign === this.#separator || sign === '\n' || sign === '\r';
  }

  /** The text in quotes. Undefined: they are not closed, and the rest of the line is skipped. */
  #readQuoted(): string | undefined {
    const start = this.#at + 1;
    let close = this.#text.indexOf('"', start);
    while (close !== -1 && this.#text[close + 1] === '"') close = this.#text.indexOf('"', close + 2);
    if (close === -1) {
      while (!this.isAtEnd && this.#text[this.#at] !== '\n' && this.#text[this.#at] !== '\r') this.#at += 1;
      return undefined;
    }
    const inside = this.#text.slice(start, close);
    for (let at = start; at < close; at++) if (this.#text[at] === '\n') this.#breakLine(at);
    this.#at = close + 1;
    return inside.replaceAll('""', '"');
  }

  #breakLine(at: number): void {
    this.#line += 1;
    this.#lineStart = at + 1;
  }

  #skipBlanks(): void {
    while (this.#text[this.#at] === ' ' || (this.#text[this.#at] === '\t' && this.#separator !== '\t')) this.#at += 1;
  }

  #skipLineBreak(): void {
    if (this.isAtEnd) return;
    if (this.#text[this.#at] === '\r' && this.#text[this.#at + 1] === '\n') this.#at += 1;
    this.#breakLine(this.#at);
    this.#at += 1;
  }
}
