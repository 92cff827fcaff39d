import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Place, type Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { isSnapshot } from '../read-items.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { parseJson } from '../syntax/parse-json.ts';
import type { Parsed, PlacedData } from '../syntax/placed-data.ts';
import { isLinesFile, streamInputLines, streamLines, type TextLine } from '../text/lines.ts';
import { checkPlainFile, emptyFile, toMegabytes, wholeFileLimitBytes } from '../text/read-text.ts';

const reading = 'items JSONL';

/**
 * Reads the conversations of a file one after another. JSON lines are streamed, JSON and YAML are read whole. A list
 * counts as its entries and a snapshot as its items, even on one line.
 */
export async function* readFileEntries(path: string, file: string): AsyncGenerator<ImportEntry> {
  if (!isLinesFile(path)) {
    const tooBigHint = 'Use a .jsonl file with one item per line. Turnwise streams it.';
    yield* listEntries(parseWholeFile({ path, file, what: 'items', tooBigHint }), file);
    return;
  }
  const { size } = checkPlainFile({ path, shown: file });
  if (size === 0) throw emptyFile(file, reading);
  for await (const line of streamLines({ path, shown: file })) yield* readLine(line, file);
}

/** Reads the conversations of an input: JSON lines if its first line is a JSON object, otherwise one JSON text. */
export async function* readInputEntries(pieces: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<ImportEntry> {
  const whole = new WholeText(file);
  let isLines: boolean | undefined;
  for await (const line of streamInputLines(pieces, file)) {
    const isBlank = line.text.trim() === '';
    if (isLines === undefined && !isBlank) isLines = isObject(line.text);
    if (isLines !== true) whole.add(line.text);
    else if (!isBlank) yield* readLine(line, file);
  }
  if (isLines === undefined) throw emptyFile(file, reading);
  if (isLines) return;
  const text = whole.text();
  if (!/^\s*[[{]/.test(text)) throw notJson(file);
  yield* listEntries(parseJson({ text, file, reading: 'items JSON' }), file);
}

function notJson(file: string): Fault {
  const hint = 'To import a table, save it as a .csv or .tsv file.';
  return new Fault({ code: 'IMPORT_UNKNOWN_FORMAT', message: `The text on ${file} is not JSON.`, hint, file, line: 1 });
}

/** Joins lines again, up to the maximum size. */
class WholeText {
  readonly #lines: string[] = [];
  readonly #file: string;
  #length = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: string): void {
    this.#length += line.length + 1;
    if (this.#length > wholeFileLimitBytes) throw this.#tooBig();
    this.#lines.push(line);
  }

  text(): string {
    return this.#lines.join('\n');
  }

  #tooBig(): Fault {
    const message = `The input exceeds ${toMegabytes(wholeFileLimitBytes)} MB.`;
    return new Fault({ code: 'FILE_TOO_BIG', message, hint: 'Send one item per line.', file: this.#file });
  }
}

function isObject(text: string): boolean {
  try {
    return isPlainObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function* readLine({ line, text }: TextLine, file: string): Generator<ImportEntry> {
  yield* listEntries(parseJson({ text, file, reading, firstLine: line }), file, line);
}

/** Positions inside a text are looked up only for problems, because that takes longer than reading. */
function* listEntries({ data, problems }: Parsed, file: string, line = 1): Generator<ImportEntry> {
  if (data === undefined) {
    const problem = problems[0] ?? unreadable(file);
    yield { problem, at: problem.line ?? line };
    return;
  }
  const list = findList(data.value);
  if (list === undefined) yield { value: data.value, at: line };
  else for (const [index, value] of list.values.entries()) yield { value, at: placeIn(data, [...list.path, index]) };
}

function placeIn(data: PlacedData, path: readonly PathSegment[]): ImportEntry['at'] {
  return () => {
    const { file, line } = data.placeOf(path);
    return definedOnly({ file, line });
  };
}

function findList(
  value: unknown,
): { readonly path: readonly PathSegment[]; readonly values: readonly unknown[] } | undefined {
  if (Array.isArray(value)) return { path: [], values: value };
  if (!isPlainObject(value) || !isSnapshot(value) || !Array.isArray(value.items)) return undefined;
  return { path: ['items'], values: value.items };
}

/** A parser without a result says why. This is for one that does not. */
function unreadable(file: string): Problem {
  return { severity: 'error', code: 'JSON_SYNTAX', message: 'Turnwise cannot read the text.', file };
}

/** A conversation of a file, or the problem that makes it unreadable. */
export type ImportEntry =
  | { readonly value: unknown; readonly problem?: undefined; readonly at: EntryPlace }
  | { readonly problem: Problem; readonly value?: undefined; readonly at: EntryPlace };

/** The line of an entry. For a text that was read whole, it is looked up on use. */
export type EntryPlace = number | (() => Place);

export function toEntryPlace(at: EntryPlace, file: string): Place {
  return typeof at === 'number' ? { file, line: at } : at();
}
