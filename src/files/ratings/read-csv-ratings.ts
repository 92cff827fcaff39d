import { type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { type CsvCell, type CsvRow, parseCsv, type Separator, separators } from './parse-csv.ts';
import { neededKeys, type RatingKey, ratingKeys, type WrittenRating, type WrittenValue } from './rating-row.ts';

const reading = 'ratings CSV';

export interface WrittenRatings {
  readonly written: readonly WrittenRating[];
  readonly problems: readonly Problem[];
}

/** Reads one rating per row, below a line with column names. */
export function readCsvRatings(text: string, file: string): WrittenRatings {
  const separator = findSeparator(text);
  const rows = parseCsv(text, separator);
  const head = rows.next().value ?? { line: 1, cells: [] };
  const { columns, problems } = readHead(head, file);
  if (problems.some(({ severity }) => severity === 'error')) return { written: [], problems };
  const written: WrittenRating[] = [];
  const found = [...problems];
  for (const row of rows) {
    const problem = findRowFlaw(row, head.cells.length, file);
    if (problem === undefined) written.push(toWritten(row, { columns, file, hasCommas: separator === ';' }));
    else found.push(problem);
  }
  return { written, problems: found };
}

/** The separator that gives the most known columns. */
function findSeparator(text: string): Separator {
  const known = separators.map((separator) => {
    const names = parseCsv(text.slice(0, 10_000), separator).next().value?.cells ?? [];
    return { separator, count: names.filter(({ text: name }) => findKey(name) !== undefined).length };
  });
  return known.sort((one, other) => other.count - one.count)[0]?.separator ?? ',';
}

type Columns = ReadonlyMap<RatingKey, number>;

function readHead(
  { cells }: CsvRow,
  file: string,
): { readonly columns: Columns; readonly problems: readonly Problem[] } {
  const columns = new Map<RatingKey, number>();
  const problems: Problem[] = [];
  for (const [place, cell] of cells.entries()) {
    const key = findKey(cell.text);
    if (key !== undefined && columns.has(key)) {
      const message = `The column "${key}" appears twice.`;
      problems.push(toError({ code: 'RATINGS_BAD_ROW', message, hint: 'Rename one of them.', ...placeOf(cell, file) }));
    } else if (key === undefined) problems.push(toUnknown(cell, cells, file));
    else columns.set(key, place);
  }
  const missing = neededKeys.filter((key) => !columns.has(key));
  if (missing.length > 0) problems.unshift(toMissing(missing, file));
  return { columns, problems };
}

function toMissing(missing: readonly RatingKey[], file: string): Problem {
  const names = missing.map((key) => `"${key}"`).join(' and ');
  const message = `The first line has no column ${names}.`;
  const hint = 'Make the first line: unit,rater,score';
  return toError({ code: 'RATINGS_MISSING_COLUMN', message, hint, reading, file, line: 1, column: 1 });
}

function toUnknown(cell: CsvCell, cells: readonly CsvCell[], file: string): Problem {
  const taken = cells.flatMap(({ text }) => findKey(text) ?? []);
  const meant = findNearest(
    cell.text,
    ratingKeys.filter((key) => !taken.includes(key)),
  );
  const message = `Turnwise ignores the column ${JSON.stringify(cell.text)}.`;
  const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
  return toWarning({ code: 'RATINGS_UNKNOWN_COLUMN', message, ...hint, ...placeOf(cell, file) });
}

function findKey(name: string): RatingKey | undefined {
  return ratingKeys.find((key) => key === name.trim().toLowerCase());
}

function findRowFlaw({ cells, flaw, line }: CsvRow, wanted: number, file: string): Problem | undefined {
  if (flaw !== undefined) {
    const hint = 'Write a quote inside quotes twice: "".';
    return toError({ code: 'RATINGS_BAD_ROW', message: flaw.message, hint, ...placeOf(flaw.cell, file) });
  }
  if (cells.length === wanted) return undefined;
  const message = `The row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the first line has ${wanted} columns.`;
  const hint =
    cells.length > wanted ? 'Put a cell that contains a comma in double quotes.' : 'Leave a missing score blank.';
  return toError({ code: 'RATINGS_BAD_ROW', message, hint, reading, file, line, column: 1 });
}

interface Reading {
  readonly columns: Columns;
  readonly file: string;
  /** Whether cells are not separated by commas, so that a comma in a number is a decimal separator. */
  readonly hasCommas: boolean;
}

function toWritten({ cells, line }: CsvRow, { columns, file, hasCommas }: Reading): WrittenRating {
  const get = (key: RatingKey): WrittenValue => {
    const cell = cells[columns.get(key) ?? -1] ?? { text: '', line, column: 1 };
    return { text: cell.text, place: placeOf(cell, file) };
  };
  const score = get('score');
  return {
    unit: get('unit'),
    rater: get('rater'),
    score: hasCommas && /^[+-]?\d+,\d+$/.test(score.text) ? { ...score, text: score.text.replace(',', '.') } : score,
    ...(columns.has('conversation') ? { conversation: get('conversation') } : {}),
  };
}

function placeOf({ line, column }: CsvCell, file: string) {
  return { reading, file, line, column };
}
