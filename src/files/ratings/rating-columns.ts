import { type Fault, type Problem, toError } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { TableColumns } from '../syntax/table-columns.ts';
import type { WrittenTable, WrittenValue } from '../syntax/written-table.ts';

/** The columns of a ratings file, as you typed them. */
export interface NamedColumns {
  /** Several columns name a unit together. */
  readonly unit?: readonly string[];
  readonly rater?: string;
  readonly score?: string;
  readonly conversation?: string;
  /** A wide table: one row per unit, one of these columns per rater. */
  readonly raters?: readonly string[];
}

/** Where the ratings are: one per row, or one row per unit with a column per rater. */
export type RatingColumns = {
  /** Columns that name the unit. None: each row is a unit. */
  readonly unit: readonly string[];
  readonly conversation?: string;
  /** The columns that are not used. */
  readonly ignored: readonly string[];
} & (
  | { readonly form: 'long'; readonly rater: string; readonly score: string }
  | { readonly form: 'wide'; readonly raters: readonly string[] }
);

export const ratingKeys = ['unit', 'rater', 'score', 'conversation'] as const;

interface ColumnRequest {
  readonly named: NamedColumns;
  readonly allowsNames: boolean;
  readonly file: string;
}

/** Throws a Fault if a column is missing or appears twice. */
export function chooseColumns(table: WrittenTable, request: ColumnRequest): RatingColumns {
  const { named } = request;
  const finder = new RatingColumnFinder(table, request.file);
  const conversation = finder.findOptional(named.conversation, 'conversation');
  const isLong = named.rater !== undefined || named.score !== undefined;
  const wide = isLong ? undefined : findWide(finder, conversation, request);
  if (wide !== undefined) return withRest({ ...wide, ...(conversation === undefined ? {} : { conversation }) }, table);
  finder.assertKeys([
    ...(named.unit === undefined ? ['unit'] : []),
    ...(named.rater === undefined ? ['rater'] : []),
    ...(named.score === undefined ? ['score'] : []),
  ]);
  const unit = named.unit?.map((column) => finder.get(column, '--unit')) ?? [finder.getKey('unit')];
  const rater = named.rater === undefined ? finder.getKey('rater') : finder.get(named.rater, '--rater');
  const score = named.score === undefined ? finder.getKey('score') : finder.get(named.score, '--score');
  return withRest({ form: 'long', unit, rater, score, ...(conversation === undefined ? {} : { conversation }) }, table);
}

type ChosenColumns = RatingColumns extends infer Form ? (Form extends unknown ? Omit<Form, 'ignored'> : never) : never;

function withRest(chosen: ChosenColumns, { columns }: WrittenTable): RatingColumns {
  const named = chosen.form === 'long' ? [chosen.rater, chosen.score] : chosen.raters;
  const used = new Set<string | undefined>([...named, ...chosen.unit, chosen.conversation]);
  return { ...chosen, ignored: columns.map(({ name }) => name).filter((name) => !used.has(name)) };
}

type WideColumns = Omit<Extract<RatingColumns, { readonly form: 'wide' }>, 'ignored' | 'conversation'>;

/** Undefined: the file has one rating per row, or looks like it. */
function findWide(
  finder: RatingColumnFinder,
  conversation: string | undefined,
  { named, allowsNames }: ColumnRequest,
): WideColumns | undefined {
  if (named.raters === undefined && finder.hasKey('rater', 'score')) return undefined;
  const given = named.raters?.map((column) => finder.get(column, '--raters'));
  const taken = [...(given ?? []), ...(conversation === undefined ? [] : [conversation])];
  const unit = named.unit?.map((column) => finder.get(column, '--unit')) ?? finder.listUnit(taken);
  const raters = given ?? finder.listRaters([...unit, ...taken], allowsNames);
  // Without a column for units, such as the rows of a program's matrix, every column must be a rater's.
  const isPlain = unit.length > 0 || given !== undefined || finder.isAll([...raters, ...taken]);
  if (raters.length >= 2 && isPlain) return { form: 'wide', unit, raters };
  if (named.raters === undefined && named.unit === undefined) return undefined;
  throw finder.toTooFew(raters, named.raters === undefined);
}

/** What tables write where there is no rating. Only in wide tables, where every cell must have something. */
const missingMarks: ReadonlySet<string> = new Set(['NA', 'N/A', '#N/A', 'NaN', 'nan', 'NULL', 'null', '.', '*']);

/** Whether a cell of a wide table says that there is no rating. */
export function isMissingMark({ text, other }: WrittenValue): boolean {
  return other === undefined && missingMarks.has(text);
}

const numberForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Undefined: it is not a finite number. */
export function findNumber({ text, isName }: WrittenValue): number | undefined {
  if (isName === true || !numberForm.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Finds the columns of one file of ratings. */
class RatingColumnFinder extends TableColumns {
  constructor(table: WrittenTable, file: string) {
    super(table, { file, reading: 'ratings', missing: 'RATINGS_MISSING_COLUMN', twice: 'RATINGS_BAD_ROW' });
  }

  findOptional(typed: string | undefined, key: string): string | undefined {
    if (typed !== undefined) return this.get(typed, `--${key}`);
    return this.hasKey(key) ? this.getKey(key) : undefined;
  }

  isAll(columns: readonly string[]): boolean {
    return this.names.every((name) => columns.includes(name));
  }

  /** In JSON lines with some of the keys, each line that lacks one is reported by itself. */
  assertKeys(keys: readonly string[]): void {
    const missing = keys.filter((key) => !this.hasKey(key));
    const { isJson } = this.table;
    if (missing.length === 0 || (isJson && missing.length < ratingKeys.length - 1)) return;
    const message = `The ${isJson ? 'lines have' : 'first line has'} no column ${missing.map((key) => `"${key}"`).join(' and ')}.`;
    const nearest = missing.flatMap((key) => findNearest(key, this.names) ?? []);
    const meant = nearest.length === 0 ? '' : `Did you mean ${nearest.map((name) => `"${name}"`).join(' and ')}? `;
    const flags = keys.map((key) => `--${key} ${nearest[missing.indexOf(key)] ?? '<column>'}`).join(' ');
    const own = isJson ? 'Write unit, rater and score' : 'Make the first line unit,rater,score';
    const hint = `${meant}${this.renderNames()} ${own}, or name the columns: ${flags}`;
    throw this.fault({ message, hint });
  }

  /** The column that names the units of a wide table. None: each row is a unit. */
  listUnit(taken: readonly string[]): readonly string[] {
    const free = this.names.filter((name) => !taken.includes(name));
    const named = ['unit', 'id', ''].flatMap((key) => this.findKey(key) ?? []).find((name) => free.includes(name));
    if (named !== undefined) return [named];
    const [first] = free;
    return first !== undefined && first === this.names[0] && this.#isUnit(first) ? [first] : [];
  }

  /** Columns of numbers. With names as scores, columns that have a value in common with another one. */
  listRaters(taken: readonly string[], allowsNames: boolean): readonly string[] {
    const free = this.names.filter((name) => !taken.includes(name));
    if (!allowsNames) return free.filter((name) => this.#isMostlyNumbers(name));
    // How many columns have each value.
    const columns = new Map<string, number>();
    const values = new Map(free.map((name) => [name, new Set(this.#listTexts(name))]));
    for (const text of [...values.values()].flatMap((texts) => [...texts]))
      columns.set(text, (columns.get(text) ?? 0) + 1);
    return free.filter((name) => [...(values.get(name) ?? [])].some((text) => (columns.get(text) ?? 0) > 1));
  }

  toTooFew(raters: readonly string[], isGuess: boolean): Fault {
    const count = raters.length === 0 ? 'no column' : `only one column, "${raters[0]}",`;
    const message = isGuess
      ? `A wide table needs a column of scores per rater, but ${count} has numbers.`
      : 'A wide table needs at least two raters.';
    const hint = `${this.renderNames()} Name the columns of the raters: --raters <column>,<column>. If each row has one rating: --rater <column> --score <column>`;
    return this.fault({ message, hint });
  }

  /** A first column of numbers may be a rater. It names units if each row has another value there. */
  #isUnit(name: string): boolean {
    const texts = this.#listTexts(name);
    if (new Set(texts).size < this.table.rows.length) return false;
    const stem = toStem(name);
    return stem === name || !this.names.some((other) => other !== name && toStem(other) === stem);
  }

  /** A cell of text among numbers is a mistake, which is reported later. */
  #isMostlyNumbers(name: string): boolean {
    const values = this.#listValues(name);
    return values.filter((value) => findNumber(value) !== undefined).length * 2 > values.length;
  }

  #listTexts(name: string): readonly string[] {
    return this.#listValues(name).map(({ text }) => text);
  }

  /** Without missing ratings. */
  #listValues(name: string): readonly WrittenValue[] {
    return this.table.rows.flatMap(({ find }) => {
      const value = find(name);
      return value === undefined || value.text === '' || isMissingMark(value) ? [] : [value];
    });
  }
}

/** `rater1` and `rater_2` are columns of one kind. */
function toStem(name: string): string {
  return name.replace(/[\s_-]*\d+$/, '');
}

/** The second row of a unit in a wide table. */
export function toUnitTwice(unit: WrittenValue, first: WrittenValue): Problem {
  const message = `The unit "${unit.text}" appears twice. The first row is on line ${first.place.line}.`;
  const hint = 'Keep one of them, or name more columns: --unit <column>,<column>';
  return toError({ code: 'RATINGS_TWICE', message, hint, ...unit.place });
}
