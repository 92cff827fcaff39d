import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import type { ImportEntry } from '../foreign/read-entries.ts';
import { forbiddenKey } from '../syntax/placed-data.ts';
import { findSeparator } from '../syntax/written-table.ts';
import { checkPlainFile, emptyFile, evalLimitBytes, readStart, toMegabytes } from '../text/read-text.ts';
import { streamTextBlocks } from './csv-blocks.ts';

interface CsvFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  /** Whether a column name means something. It decides between separators. */
  readonly isKnown: (column: string) => boolean;
}

const mostFlaws = 20;

/**
 * Streams the rows of a CSV file as objects with the column names as keys. A row that does not fit the header, and a
 * quote that does not close, make the whole file unreadable: a Fault names the first of them.
 *
 * This is csv-parse, because a file of conversations can be larger than memory. `parse-csv.ts` reads tables that people
 * write by hand: whole, with the column of each cell, and it continues after a mistake in the quotes.
 */
export async function* readCsvEntries(source: CsvFile): AsyncGenerator<ImportEntry> {
  const { path, file } = source;
  const { size } = checkPlainFile({ path, shown: file });
  if (size === 0) throw emptyFile(file, 'CSV');
  const flaws = new RowFlaws(file);
  const counter = new LineCounter();
  let header: readonly string[] | undefined;
  try {
    for await (const { record, line } of streamRows(source, counter)) {
      if (header === undefined && isSeparatorLine(record)) continue;
      if (header === undefined) header = toHeader(record, { file, line });
      else if (record.every(isBlank)) continue;
      else if (flaws.fits(record, header.length, line)) yield { value: toObject(header, record), at: line };
    }
  } catch (error) {
    throw error instanceof CsvError ? flaws.toFault(toQuoteProblem(error, { file, line: counter.following })) : error;
  }
  flaws.assertNone();
}

interface CsvRow {
  readonly record: readonly string[];
  readonly line: number;
}

async function* streamRows({ path, file, isKnown }: CsvFile, counter: LineCounter): AsyncGenerator<CsvRow> {
  const lines: number[] = [];
  const parser = parse({
    bom: true,
    delimiter: chooseSeparator(readStart(path, headBytes).toString('utf8'), isKnown),
    max_record_size: evalLimitBytes,
    // Rows are counted where they are parsed: an error ends the stream before those in its buffer are read.
    on_record: (record, info) => {
      lines.push(counter.next(record, info));
      return record;
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // The parser passes on an error of the blocks, so the callback has nothing to do.
  pipeline(Readable.from(streamTextBlocks({ path, shown: file })), parser, () => {});
  // Without `columns`, a record is a list of cells.
  for await (const record of parser as AsyncIterable<readonly string[]>) yield { record, line: lines.shift() ?? 0 };
}

const headBytes = 64 * 1024;

/** Excel reads and writes a first line such as `sep=;`. */
function chooseSeparator(head: string, isKnown: CsvFile['isKnown']): string {
  return /^\uFEFF?sep=([,;\t])\r?\n/i.exec(head)?.[1] ?? findSeparator(head, isKnown);
}

function isSeparatorLine([first = '', ...others]: readonly string[]): boolean {
  return first.toLowerCase() === 'sep=' && others.every(isBlank);
}

/** The line on which each row begins. The parser counts a CRLF inside quotes as two lines. */
class LineCounter {
  #breaks = 0;
  #blank = 0;

  next(record: readonly string[], { empty_lines: blank }: Pick<Info, 'empty_lines'>): number {
    this.#blank = blank;
    const line = this.following;
    this.#breaks += 1 + record.reduce((sum, cell) => sum + countBreaks(cell), 0);
    return line;
  }

  /** The line after the last row. */
  get following(): number {
    return this.#breaks + this.#blank + 1;
  }
}

function countBreaks(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

interface RowPlace {
  readonly file: string;
  readonly line: number;
}

/** Column names without the spaces around them. A column without a name gets one from its position. */
function toHeader(cells: readonly string[], place: RowPlace): readonly string[] {
  const names = cells.map((cell, index) => cell.trim() || `column ${index + 1}`);
  const seen = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const first = seen.get(name);
    seen.set(name, index);
    if (first === undefined && name !== forbiddenKey) continue;
    const message =
      name === forbiddenKey
        ? `A column cannot be named "${name}".`
        : `Columns ${(first ?? index) + 1} and ${index + 1} are both named "${name.slice(0, 40)}".`;
    throw new Fault({ code: badTable, message, hint: 'Rename one in the header.', ...place });
  }
  return names;
}

function toObject(header: readonly string[], record: readonly string[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const [index, name] of header.entries()) row[name] = record[index] ?? '';
  return row;
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** Rows that do not fit the header. The first ones are reported together. */
class RowFlaws {
  readonly #file: string;
  readonly #problems: Problem[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Programs that end each line with a separator write blank cells without a column. */
  fits(record: readonly string[], wanted: number, line: number): boolean {
    const got = record.length;
    if (got === wanted || (got > wanted && record.slice(wanted).every(isBlank))) return this.#problems.length === 0;
    const message = `The row has ${got} ${got === 1 ? 'cell' : 'cells'}, but the header has ${wanted} columns.`;
    const hint =
      got > wanted
        ? 'Put a cell that contains the separator or a line break in double quotes.'
        : 'Leave a missing cell blank, with its separator. Check the row before it for an unclosed quote.';
    this.#problems.push(toError({ code: badTable, message, hint, file: this.#file, line }));
    if (this.#problems.length === mostFlaws) this.assertNone();
    return false;
  }

  assertNone(): void {
    const [first, ...others] = this.#problems;
    if (first !== undefined) throw new Fault([first, ...others]);
  }

  /** The problem that ended the reading, after those before it. */
  toFault(last: Problem): Fault {
    const [first = last, ...others] = [...this.#problems, last];
    return new Fault([first, ...others]);
  }
}

const badTable: FaultCode = 'IMPORT_BAD_TABLE';

const quoteMessages: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote in the row that starts here is never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'The row that starts here has text after a closing quote.',
  INVALID_OPENING_QUOTE: 'The row that starts here has a quote inside a cell that is not in quotes.',
};

function toQuoteProblem({ code, message }: CsvError, place: RowPlace): Problem {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const text = `The row that starts here exceeds ${toMegabytes(evalLimitBytes)} MB.`;
    const hint = 'Shorten it. If it should be shorter already, look for an unclosed quote.';
    return toError({ code: 'FILE_TOO_BIG', message: text, hint, ...place });
  }
  const hint = 'Put the cell in double quotes, and write each quote inside it twice: "".';
  return toError({ code: badTable, message: quoteMessages[code] ?? `${message}.`, hint, ...place });
}
