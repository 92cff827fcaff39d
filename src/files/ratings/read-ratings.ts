import { resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findScaleFlaw, renderScale } from '../../conversation/judge/scale.ts';
import { toShownFile } from '../project/project.ts';
import { throwTableProblems } from '../syntax/table-problems.ts';
import { hasJsonLines, type WrittenValue } from '../syntax/written-table.ts';
import { emptyFile, readText } from '../text/read-text.ts';
import { findNumber, type NamedColumns, type RatingColumns } from './rating-columns.ts';
import { type RatingRow, toBlank, type WrittenRating } from './rating-row.ts';
import { readRatingTable } from './read-rating-table.ts';

export interface ReadRatingsOptions {
  readonly cwd: string;
  /** Scores must be on this scale. */
  readonly scale?: Scale;
  /** Whether a score may be any text. */
  readonly allowsNames?: boolean;
  /** The columns or keys to read. Default: unit, rater and score, or else a wide table with a column per rater. */
  readonly columns?: NamedColumns;
}

export interface RatingFile {
  /** Path as shown to people. */
  readonly file: string;
  readonly ratings: readonly RatingRow[];
  readonly warnings: readonly Problem[];
  /** Whether the same name in two units may be two people. */
  readonly areRatersUnknown?: boolean;
  /** How the file was read, and what was ignored. */
  readonly note?: string;
  /** The columns of a ratings file. */
  readonly columns?: RatingColumns;
}

/**
 * Reads a file of ratings: CSV or JSON lines with unit, rater, score and optionally conversation, or with the columns
 * that you name. Throws a Fault with every mistake of the file, of which it shows the first twenty.
 */
export function readRatings(path: string, options: ReadRatingsOptions): RatingFile {
  const full = resolve(options.cwd, path);
  const file = toShownFile(full, options.cwd);
  const text = readText({ path: full, shown: file });
  if (text.trim() === '') throw emptyRatings(file);
  const { allowsNames = false, columns: named = {} } = options;
  const read = readRatingTable(text, { file, isJson: hasJsonLines(file, text), named, allowsNames });
  const { written, problems: found, columns, note } = read;
  const { ratings, problems } = toRatings(written, options);
  const errors = [...found.filter(({ severity }) => severity === 'error'), ...problems];
  throwTableProblems(errors, file);
  if (ratings.every(({ score }) => score === null)) throw noRatings(file);
  const warnings = found.filter(({ severity }) => severity === 'warning');
  return { file, ratings, warnings, ...definedOnly({ columns, note }) };
}

function toRatings(written: readonly WrittenRating[], { scale, allowsNames = false }: ReadRatingsOptions) {
  const problems: Problem[] = [];
  const names = written.filter(({ score }) => score.text !== '' && findNumber(score) === undefined);
  const isNamed = allowsNames && names.length > 0;
  if (!isNamed && names.length > 1 && names.length === written.filter(({ score }) => score.text !== '').length) {
    return { ratings: [], problems: [toNoNumbers(names)] };
  }
  const seen = new SeenRatings();
  const ratings = written.flatMap((rating): readonly RatingRow[] => {
    const { unit, rater, score, conversation } = rating;
    const flaw = findBlank(rating) ?? findScoreFlaw(score, { scale, isNamed, allowsNames }) ?? seen.findFlaw(rating);
    if (flaw !== undefined) {
      problems.push(flaw);
      return [];
    }
    const value = score.text === '' ? null : isNamed ? toName(score) : (findNumber(score) ?? null);
    const together = conversation === undefined || conversation.text === '' ? {} : { conversation: conversation.text };
    return [{ unit: unit.text, rater: rater.text, score: value, ...together }];
  });
  return { ratings, problems };
}

function findBlank({ unit, rater }: WrittenRating): Problem | undefined {
  if (unit.text === '') return toBlank('unit', unit);
  return rater.text === '' ? toBlank('rater', rater) : undefined;
}

interface ScoreRule {
  readonly scale: Scale | undefined;
  readonly isNamed: boolean;
  readonly allowsNames: boolean;
}

function findScoreFlaw(score: WrittenValue, { scale, isNamed, allowsNames }: ScoreRule): Problem | undefined {
  if (score.text === '' || (isNamed && scale === undefined)) return undefined;
  const value = findNumber(score);
  if (value === undefined) {
    const message = `The score ${JSON.stringify(score.text)} is not a number.`;
    const named = allowsNames ? 'remove --scale, which is for numbers' : 'add --level nominal if the scores are names';
    const hint = `Write a number, leave a missing score blank, or ${named}.`;
    return toError({ code: 'RATINGS_BAD_SCORE', message, hint, ...score.place });
  }
  const flaw = scale === undefined ? undefined : findScaleFlaw(value, scale);
  if (scale === undefined || flaw === undefined) return undefined;
  const hint = `Fix it, or set a scale other than ${renderScale(scale)} with --scale.`;
  return toError({ code: 'RATINGS_BAD_SCORE', message: `The score ${score.text} ${flaw}.`, hint, ...score.place });
}

/** A single problem for a file without numbers. */
function toNoNumbers(names: readonly WrittenRating[]): Problem {
  const [first] = names;
  if (first === undefined) throw new Error('expected a score that is not a number');
  const message = `None of the ${names.length} scores is a number. The first is ${JSON.stringify(first.score.text)}.`;
  const hint = 'If the scores are names, add --level nominal.';
  return toError({ code: 'RATINGS_BAD_SCORE', message, hint, ...first.score.place });
}

/** The score as written. 1 and 1.0 are the same name, because they are the same number. */
function toName(score: WrittenValue): string {
  const value = findNumber(score);
  return value === undefined ? score.text : String(value + 0);
}

const twiceHint = 'Keep one of them. If they are two units, name more columns: --unit <column>,<column>';

/** Remembers who rated what, and the conversation of each unit. */
class SeenRatings {
  readonly #raters = new Map<string, Map<string, WrittenRating>>();
  readonly #conversations = new Map<string, WrittenValue>();

  findFlaw(rating: WrittenRating): Problem | undefined {
    const { unit, rater, conversation } = rating;
    const raters = this.#raters.get(unit.text) ?? new Map<string, WrittenRating>();
    this.#raters.set(unit.text, raters);
    const before = raters.get(rater.text);
    if (before !== undefined) {
      const message = `"${rater.text}" rates "${unit.text}" twice. The first rating is on line ${before.unit.place.line}.`;
      return toError({ code: 'RATINGS_TWICE', message, hint: twiceHint, ...rater.place });
    }
    raters.set(rater.text, rating);
    return conversation === undefined || conversation.text === '' ? undefined : this.#findMoved(unit, conversation);
  }

  #findMoved(unit: WrittenValue, conversation: WrittenValue): Problem | undefined {
    const before = this.#conversations.get(unit.text) ?? conversation;
    this.#conversations.set(unit.text, before);
    if (before.text === conversation.text) return undefined;
    const message = `"${unit.text}" is in conversation "${conversation.text}" here, but in "${before.text}" on line ${before.place.line}.`;
    return toError({
      code: 'RATINGS_TWICE',
      message,
      hint: 'A unit can be in only one conversation.',
      ...conversation.place,
    });
  }
}

function emptyRatings(file: string): Fault {
  const hint = 'Make the first line unit,rater,score and write one rating per row below it, for example: a,ann,2';
  return emptyFile(file, 'ratings', hint);
}

function noRatings(file: string): Fault {
  const message = 'The file has no scores.';
  const hint = 'Write one rating per row, for example: a,ann,2';
  return new Fault({ code: 'RATINGS_NONE', message, hint, reading: 'ratings', file, line: 1, column: 1 });
}
