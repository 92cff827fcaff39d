import { quoteValue } from '../../base/explain-issue.ts';
import { type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import { readTable, type WrittenRow, type WrittenTable, type WrittenValue } from '../syntax/written-table.ts';
import {
  chooseColumns,
  isMissingMark,
  type NamedColumns,
  type RatingColumns,
  ratingKeys,
  toUnitTwice,
} from './rating-columns.ts';
import { toBlank, type WrittenRating } from './rating-row.ts';

export interface WrittenRatings {
  readonly written: readonly WrittenRating[];
  readonly problems: readonly Problem[];
  /** Undefined: no row can be read. */
  readonly columns?: RatingColumns;
  /** How the file was read, if you did not say it. */
  readonly note?: string;
}

interface TableOptions {
  readonly file: string;
  readonly isJson: boolean;
  readonly named: NamedColumns;
  readonly allowsNames: boolean;
}

/** Reads a file of ratings: one rating per row, or one row per unit with a column per rater. */
export function readRatingTable(text: string, { file, isJson, named, allowsNames }: TableOptions): WrittenRatings {
  const known = listNamed(named);
  const table = readTable(
    {
      ...{ text, file, reading: 'ratings', badRow: 'RATINGS_BAD_ROW' },
      lineHint: 'Write one rating per line: {"unit": "a", "rater": "ann", "score": 2}',
      isKnown: (column) => isRatingKey(column.toLowerCase()) || known.includes(column),
    },
    isJson,
  );
  if (isJson && table.rows.length === 0) return { written: [], problems: table.problems };
  const columns = chooseColumns(table, { named, allowsNames, file });
  const reader = columns.form === 'long' ? readLong : readWide;
  const { written, problems, note } = reader(table, columns, named);
  return { written, problems: [...table.problems, ...problems], columns, ...(note === undefined ? {} : { note }) };
}

function isRatingKey(name: string): boolean {
  return ratingKeys.some((key) => key === name);
}

function listNamed({ unit = [], rater, score, conversation, raters = [] }: NamedColumns): readonly string[] {
  return [...unit, ...raters, rater, score, conversation].filter((name) => name !== undefined);
}

interface RowsReading {
  readonly written: readonly WrittenRating[];
  readonly problems: readonly Problem[];
  readonly note?: string;
}

function readLong(table: WrittenTable, columns: RatingColumns, named: NamedColumns): RowsReading {
  if (columns.form !== 'long') throw new Error('expected one rating per row');
  const { unit: parts, rater, score, conversation, ignored } = columns;
  const written: WrittenRating[] = [];
  const isNamed = listNamed(named).length > 0;
  const problems: Problem[] = isNamed ? [] : listUnknown(table, ignored);
  for (const row of table.rows) {
    const missing = [...parts, rater, score].find((column) => row.find(column) === undefined);
    const values = missing === undefined ? [joinUnit(row, parts), row.find(rater), row.find(score)] : [];
    const [unit, by, given] = values;
    const together = conversation === undefined ? undefined : row.find(conversation);
    if (unit === undefined || by === undefined || given === undefined) {
      problems.push(toMissingKey(missing ?? '', row, missing === score));
      continue;
    }
    const flaw = [unit, by, given, together]
      .map((value, place) => findNoText(value, ratingKeys[place] ?? ''))
      .find(Boolean);
    if (flaw === undefined) {
      written.push({ unit, rater: by, score: given, ...(together === undefined ? {} : { conversation: together }) });
    } else problems.push(flaw);
  }
  const note = isNamed && ignored.length > 0 ? `Columns not used: ${ignored.join(', ')}.` : undefined;
  return { written, problems, ...(note === undefined ? {} : { note }) };
}

function readWide(table: WrittenTable, columns: RatingColumns): RowsReading {
  if (columns.form !== 'wide') throw new Error('expected one row per unit');
  const { unit: parts, raters, conversation } = columns;
  const places = new Map(table.columns.map(({ name, place }) => [name, place]));
  const written: WrittenRating[] = [];
  const problems: Problem[] = [];
  const units = new Map<string, WrittenValue>();
  let marks = 0;
  for (const [index, row] of table.rows.entries()) {
    const unit = parts.length === 0 ? { text: String(index + 1), place: row.place } : joinUnit(row, parts);
    if (unit === undefined) {
      problems.push(toMissingKey(parts.find((part) => row.find(part) === undefined) ?? '', row, false));
      continue;
    }
    const before = units.get(unit.text);
    if (before !== undefined || unit.text === '') {
      problems.push(before === undefined ? toBlank('unit', unit) : toUnitTwice(unit, before));
      continue;
    }
    units.set(unit.text, unit);
    const together = conversation === undefined ? undefined : row.find(conversation);
    for (const name of raters) {
      const given = row.find(name) ?? { text: '', place: row.place };
      const flaw = findNoText(given, 'score');
      if (flaw !== undefined) problems.push(flaw);
      if (isMissingMark(given)) marks += 1;
      const score = isMissingMark(given) ? { text: '', place: given.place } : given;
      const rater = { text: name, place: places.get(name) ?? row.place };
      written.push({ unit, rater, score, ...(together === undefined ? {} : { conversation: together }) });
    }
  }
  return { written, problems, note: toWideNote(columns, marks) };
}

function toWideNote({ unit, ignored, ...columns }: RatingColumns, marks: number): string {
  const raters = columns.form === 'wide' ? columns.raters : [];
  const named = unit.length === 0 ? 'row' : unit.join(', ');
  const shown = raters.length > 10 ? `${raters.slice(0, 10).join(', ')}, …` : raters.join(', ');
  const rest = ignored.length === 0 ? '' : ` Columns not used: ${ignored.join(', ')}.`;
  const absent =
    marks === 0
      ? ''
      : ` ${renderNumberOf(marks, 'cell')} such as NA ${marks === 1 ? 'is a missing rating' : 'are missing ratings'}.`;
  return `Wide table: one unit per row (${named}), ${renderNumberOf(raters.length, 'rater')} (${shown}).${rest}${absent} Choose others with --unit and --raters.`;
}

/** Several columns name a unit together. Undefined: the row lacks one of them. */
function joinUnit(row: WrittenRow, parts: readonly string[]): WrittenValue | undefined {
  const [only, ...more] = parts.map((part) => row.find(part));
  if (only === undefined || more.includes(undefined)) return undefined;
  if (more.length === 0) return only;
  const values = [only, ...more].filter((value) => value !== undefined);
  const blank = values.find(({ text }) => text === '');
  // A slash in a name is doubled, so that two units never have the same text.
  return blank ?? { ...only, text: values.map(({ text }) => text.replaceAll('/', '//')).join(' / ') };
}

function toMissingKey(key: string, { place }: WrittenRow, isScore: boolean): Problem {
  const hint = isScore ? `Write "${key}": null if it is missing.` : `Write "${key}": "…".`;
  return toError({ code: 'RATINGS_MISSING_COLUMN', message: `The line has no "${key}".`, hint, ...place });
}

function findNoText(value: WrittenValue | undefined, key: string): Problem | undefined {
  if (value?.other === undefined) return undefined;
  const message = `Expected text or a number for ${key}, got ${quoteValue(value.other)}.`;
  return toError({ code: key === 'score' ? 'RATINGS_BAD_SCORE' : 'RATINGS_BAD_ROW', message, ...value.place });
}

function listUnknown(table: WrittenTable, ignored: readonly string[]): Problem[] {
  const free = ratingKeys.filter((key) => !table.columns.some(({ name }) => name.toLowerCase() === key));
  return ignored.map((name) => {
    const meant = findNearest(name, free);
    const message = `Turnwise ignores the ${table.isJson ? 'key' : 'column'} ${JSON.stringify(name)}.`;
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    const place = table.columns.find((column) => column.name === name)?.place ?? {};
    return toWarning({ code: 'RATINGS_UNKNOWN_COLUMN', message, ...hint, ...place });
  });
}
