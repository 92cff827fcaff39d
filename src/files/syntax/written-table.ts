import { extname } from 'node:path';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { isLinesFile } from '../text/lines.ts';
import { type CsvCell, type CsvRow, parseCsv, type Separator, separators } from './parse-csv.ts';
import { parseJson } from './parse-json.ts';
import { pickValue } from './pick-value.ts';
import type { PlacedData } from './placed-data.ts';

export type ValuePlace = Place & Pick<Problem, 'reading'>;

/** A cell or value as written, with its place. */
export interface WrittenValue {
  /** Empty: it is blank, null or absent. */
  readonly text: string;
  /** The text of a cell whose decimal comma was replaced. */
  readonly written?: string;
  readonly place: ValuePlace;
  /** Whether a JSON value is in quotes, so it is a name and not a number. */
  readonly isName?: boolean;
  /** A JSON value that is neither text, a number, null nor a list of these. */
  readonly other?: unknown;
}

export interface WrittenRow {
  readonly place: ValuePlace;
  /** The value in a column, or under a key. Undefined: the row has none. */
  readonly find: (column: string) => WrittenValue | undefined;
}

export interface WrittenColumn {
  readonly name: string;
  readonly place: ValuePlace;
}

/** Rows with named columns: CSV below its first line, or the objects of JSON lines with their keys. */
export interface WrittenTable {
  readonly isJson: boolean;
  /** As written, in the order of the file. A name may appear twice in CSV. */
  readonly columns: readonly WrittenColumn[];
  readonly rows: readonly WrittenRow[];
  /** Rows that cannot be read. */
  readonly problems: readonly Problem[];
}

export interface TableRequest {
  readonly text: string;
  /** Path as shown to people. */
  readonly file: string;
  /** The kind of file in messages: "ratings". */
  readonly reading: string;
  readonly badRow: FaultCode;
  /** What to write on a line that is not an object. */
  readonly lineHint: string;
  /** The separator of a CSV file is the one that gives most known columns, then the one that gives most columns. */
  readonly isKnown: (column: string) => boolean;
}

/** Whether a file is CSV, by its name. */
export function isCsvFile(path: string): boolean {
  return ['.csv', '.tsv', '.tab'].includes(extname(path).toLowerCase());
}

/** Whether a file has JSON lines: by its name, or by the first character of a file with another name. */
export function hasJsonLines(file: string, text: string): boolean {
  return isLinesFile(file) || (!isCsvFile(file) && /^\s*[{[]/.test(text));
}

export function readTable(request: TableRequest, isJson: boolean): WrittenTable {
  return isJson ? readJsonTable(request) : readCsvTable(request);
}

/** The columns of the first line of a CSV file. */
export function listCsvColumns(text: string, isKnown: TableRequest['isKnown'] = () => false): readonly string[] {
  const row = parseCsv(text, findSeparator(text, isKnown)).next().value;
  return row?.cells.map((cell) => cell.text) ?? [];
}

function readCsvTable(request: TableRequest): WrittenTable {
  const { text, file, isKnown } = request;
  const reading = `${request.reading} CSV`;
  const separator = findSeparator(text, isKnown);
  const rows = parseCsv(text, separator);
  const head = rows.next().value ?? { line: 1, cells: [] };
  const toPlace = ({ line, column }: CsvCell): ValuePlace => ({ reading, file, line, column });
  const problems: Problem[] = [];
  const written: WrittenRow[] = [];
  // The first of two columns with one name. Readers that need it report the second.
  const places = new Map(head.cells.map(({ text: name }, place) => [name, place] as const).reverse());
  for (const row of rows) {
    const flaw = findRowFlaw(row, head.cells.length, { file, reading, badRow: request.badRow });
    if (flaw !== undefined) {
      problems.push(flaw);
      continue;
    }
    const find = (column: string) => {
      const cell = row.cells[places.get(column) ?? -1];
      if (cell === undefined) return undefined;
      const text = toNumberText(cell.text, separator);
      return { text, place: toPlace(cell), ...(text === cell.text ? {} : { written: cell.text }) };
    };
    written.push({ place: { reading, file, line: row.line, column: 1 }, find });
  }
  const columns = head.cells.map((cell) => ({ name: cell.text, place: toPlace(cell) }));
  return { isJson: false, columns, rows: written, problems };
}

/** Reads the first line with each separator. */
export function findSeparator(text: string, isKnown: TableRequest['isKnown']): Separator {
  const found = separators.map((separator) => {
    const names = parseCsv(text.slice(0, 10_000), separator).next().value?.cells ?? [];
    return { separator, known: names.filter(({ text: name }) => isKnown(name)).length, columns: names.length };
  });
  const [best] = found.sort((one, other) => other.known - one.known || other.columns - one.columns);
  return best?.separator ?? ',';
}

/** Where cells are not separated by commas, a comma in a number is a decimal separator. */
function toNumberText(text: string, separator: Separator): string {
  return separator === ';' && /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
}

interface RowRule {
  readonly file: string;
  readonly reading: string;
  readonly badRow: FaultCode;
}

function findRowFlaw(
  { cells, flaw, line }: CsvRow,
  wanted: number,
  { file, reading, badRow }: RowRule,
): Problem | undefined {
  if (flaw !== undefined) {
    const { message, cell } = flaw;
    const place = { reading, file, line: cell.line, column: cell.column };
    return toError({ code: badRow, message, hint: 'Write a quote inside quotes twice: "".', ...place });
  }
  if (cells.length === wanted) return undefined;
  const message = `The row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the first line has ${wanted} columns.`;
  const hint =
    cells.length > wanted ? 'Put a cell that contains a comma in double quotes.' : 'Leave a missing cell blank.';
  return toError({ code: badRow, message, hint, reading, file, line, column: 1 });
}

function readJsonTable(request: TableRequest): WrittenTable {
  const { file, badRow, lineHint: hint } = request;
  const reading = `${request.reading} JSONL`;
  const problems: Problem[] = [];
  const rows: WrittenRow[] = [];
  const columns = new Map<string, WrittenColumn>();
  for (const [index, line] of request.text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const { data, problems: found } = parseJson({ text: line, file, reading, firstLine: index + 1 });
    problems.push(...found);
    if (data === undefined) continue;
    const { value } = data;
    const place = { reading, ...data.placeOf([]) };
    if (!isPlainObject(value)) {
      const message = `Expected an object per line, got ${quoteValue(value)}.`;
      problems.push(toError({ code: badRow, message, hint, ...place }));
      continue;
    }
    for (const name of Object.keys(value)) {
      if (!columns.has(name)) columns.set(name, { name, place: { reading, ...data.placeOf([name], 'key') } });
    }
    const find = (column: string) => {
      const picked = pickValue(value, column);
      return picked === undefined ? undefined : toWritten(picked.value, data, picked.path);
    };
    rows.push({ place, find });
  }
  return { isJson: true, columns: [...columns.values()], rows, problems };
}

/** A list of texts and numbers, such as a judge's model and prompt, becomes one text. */
function toWritten(value: unknown, data: PlacedData, path: readonly string[]): WrittenValue {
  return {
    ...toText(value),
    // Most values need no place, and finding one parses the line again.
    get place() {
      return { reading: data.reading, ...data.placeOf(path) };
    },
  };
}

function toText(value: unknown): Omit<WrittenValue, 'place'> {
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'number') return { text: String(value) };
  if (typeof value === 'string') return { text: value.trim(), ...(value.trim() === '' ? {} : { isName: true }) };
  const isPlainList = Array.isArray(value) && value.every((part) => ['string', 'number'].includes(typeof part));
  if (isPlainList && value.length > 0) return { text: value.join(', '), isName: true };
  return { text: JSON.stringify(value), isName: true, other: value };
}
