import { resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import { toShownFile } from '../project/project.ts';
import { findNumber, isMissingMark } from '../ratings/rating-columns.ts';
import { throwTableProblems } from '../syntax/table-problems.ts';
import {
  hasJsonLines,
  readTable,
  type ValuePlace,
  type WrittenRow,
  type WrittenTable,
  type WrittenValue,
} from '../syntax/written-table.ts';
import { emptyFile, readText } from '../text/read-text.ts';
import { chooseLabelColumns, type LabelColumn, type LabelColumns, type NamedLabelColumns } from './label-columns.ts';

/** What a label of a file is about. Names are as written and may not exist. */
export type FileSubject =
  | { readonly dataset?: string; readonly item: string; readonly revision?: number; readonly turnIndex: number | null }
  | {
      readonly run: string;
      readonly case: string;
      readonly target: string;
      readonly repeat: number;
      readonly turnIndex: number | null;
    }
  | { readonly sample: string };

/** A label as a file has it. */
export interface FileLabel {
  readonly subject: FileSubject;
  /** The deck as written. Absent: the row names none. */
  readonly question?: string;
  readonly rater: string;
  readonly score: number;
  readonly reason?: string;
  readonly blind?: boolean;
  /** When an exported label was given. */
  readonly at?: string;
  /** The place of a part, or of the row if it has none. */
  readonly placeOf: (part: LabelColumn) => ValuePlace;
}

export interface LabelFile {
  /** Path as shown to people. */
  readonly file: string;
  readonly labels: readonly FileLabel[];
  /** Rows or cells that cannot be read. */
  readonly errors: readonly Problem[];
  /** Rows or cells without a score. */
  readonly blank: number;
  readonly columns: LabelColumns;
}

export interface ReadLabelsOptions {
  readonly cwd: string;
  /** Columns that do not have their usual names. */
  readonly columns?: NamedLabelColumns;
  /** The rater of a file without a column for raters. */
  readonly rater?: string;
}

/**
 * Reads a file of labels: CSV, or JSON lines such as `turnwise label --export` writes. Each row scores an item, a case
 * of a run, or a sample, or a turn of it. Throws a Fault if no row can be read.
 */
export function readLabelFile(path: string, { cwd, columns: named = {}, rater }: ReadLabelsOptions): LabelFile {
  const full = resolve(cwd, path);
  const file = toShownFile(full, cwd);
  const text = readText({ path: full, shown: file });
  const place = { reading: 'labels', file, line: 1, column: 1 };
  const hint = 'Make the first line item,rater,score and write one label per row below it, for example: a,ann,2';
  if (text.trim() === '') throw emptyFile(file, 'labels', hint);
  const table = readTable(
    {
      ...{ text, file, reading: 'labels', badRow: 'LABEL_BAD_ROW' },
      lineHint: 'Write one label per line: {"item": "a", "rater": "ann", "score": 2}',
      isKnown: (column) => /^(?:item|id|rater|score|turn|reason|dataset)$/i.test(column.trim()),
    },
    hasJsonLines(file, text),
  );
  if (table.rows.length === 0) {
    throwTableProblems(table.problems, file);
    throw new Fault({ code: 'LABEL_NONE', message: 'The file has no labels.', hint, ...place });
  }
  const columns = chooseLabelColumns(table, { named, file, hasRater: rater !== undefined });
  const reader = new LabelRows(table, columns, rater);
  for (const row of table.rows) reader.read(row);
  const { labels, blank } = reader;
  const errors = [...table.problems, ...reader.errors];
  if (labels.length > 0 || errors.length > 0) return { file, labels, errors, blank, columns };
  throw new Fault({ code: 'LABEL_NONE', message: 'Every score in the file is blank.', hint, ...place });
}

/** Reads row by row, and collects everything that is wrong. */
class LabelRows {
  readonly labels: FileLabel[] = [];
  readonly errors: Problem[] = [];
  blank = 0;
  readonly #columns: LabelColumns;
  readonly #rater: string | undefined;
  readonly #heads: ReadonlyMap<string, ValuePlace>;

  constructor({ columns: written }: WrittenTable, columns: LabelColumns, rater: string | undefined) {
    this.#columns = columns;
    this.#rater = rater;
    this.#heads = new Map(written.map(({ name, place }) => [name, place]));
  }

  read(row: WrittenRow): void {
    const { names, raters } = this.#columns;
    const given =
      raters === undefined
        ? [{ rater: this.#findRater(row), score: this.#find(row, 'score') }]
        : raters.map((name) => ({
            rater: { text: name, place: this.#heads.get(name) ?? row.place },
            score: row.find(name),
          }));
    const scored = given.filter(({ score }) => score !== undefined && score.text !== '' && !isMissingMark(score));
    this.blank += given.length - scored.length;
    if (scored.length === 0) return;
    const subject = this.#readSubject(row);
    const rest = definedOnly({
      question: this.#findText(row, 'question'),
      reason: this.#findText(row, 'reason'),
      blind: this.#readBlind(row),
      at: row.find('at')?.text,
    });
    for (const { rater, score } of scored) {
      if (score === undefined) continue;
      const value = this.#readScore(score);
      const by = this.#readRater(row, rater);
      if (subject === undefined || value === undefined || by === undefined) continue;
      const placeOf = (part: LabelColumn) => {
        if (part === 'score') return score.place;
        return (names[part] === undefined ? undefined : row.find(names[part])?.place) ?? row.place;
      };
      this.labels.push({ subject, rater: by, score: value, ...rest, placeOf });
    }
  }

  #find(row: WrittenRow, column: LabelColumn): WrittenValue | undefined {
    const name = this.#columns.names[column];
    return name === undefined ? undefined : row.find(name);
  }

  /** Undefined: blank or absent. */
  #findText(row: WrittenRow, column: LabelColumn): string | undefined {
    const text = this.#find(row, column)?.text ?? '';
    return text === '' ? undefined : text;
  }

  #report(
    place: ValuePlace,
    message: string,
    hint: string,
    code: 'LABEL_BAD_ROW' | 'LABEL_BAD_TURN' | 'LABEL_BAD_SCORE',
  ): void {
    this.errors.push(toError({ code, message, hint, ...place }));
  }

  #readSubject(row: WrittenRow): FileSubject | undefined {
    const [item, sample, run] = (['item', 'sample', 'run'] as const).map((part) => this.#findText(row, part));
    const named = [item, sample, run].filter((name) => name !== undefined);
    if (named.length !== 1) {
      const what = named.length === 0 ? 'names no item, sample or run' : 'names more than one of item, sample and run';
      const place = this.#find(row, 'item')?.place ?? row.place;
      this.#report(
        place,
        `The row ${what}.`,
        'A label scores one item, one sample, or one case of a run.',
        'LABEL_BAD_ROW',
      );
      return undefined;
    }
    if (sample !== undefined) return this.#readSample(row, sample);
    const turnIndex = this.#readTurn(row);
    if (turnIndex === undefined) return undefined;
    if (run !== undefined) return this.#readRun(row, run, turnIndex);
    const revision = this.#readWhole(row, 'revision', 1);
    if (item === undefined || revision === 'flawed') return undefined;
    return { item, turnIndex, ...definedOnly({ dataset: this.#findText(row, 'dataset'), revision }) };
  }

  /** A sample ends with the turn that is scored, so it has no turn of its own. */
  #readSample(row: WrittenRow, sample: string): FileSubject | undefined {
    const turn = this.#find(row, 'turn');
    if (turn === undefined || turn.text === '') return { sample };
    const hint = 'Leave the turn blank, or name the item of a dataset instead of the sample.';
    this.#report(turn.place, 'A sample is scored as a whole, so its label has no turn.', hint, 'LABEL_BAD_TURN');
    return undefined;
  }

  #readRun(row: WrittenRow, run: string, turnIndex: number | null): FileSubject | undefined {
    const [id, target] = [this.#findText(row, 'case'), this.#findText(row, 'target')];
    const repeat = this.#readWhole(row, 'repeat', 0);
    if (id !== undefined && target !== undefined && repeat !== 'flawed') {
      return { run, case: id, target, repeat: repeat ?? 0, turnIndex };
    }
    if (repeat === 'flawed') return undefined;
    const missing = [...(id === undefined ? ['case'] : []), ...(target === undefined ? ['target'] : [])].join(' and ');
    this.#report(
      row.place,
      `The row names a run, but no ${missing}.`,
      'Add the columns case and target.',
      'LABEL_BAD_ROW',
    );
    return undefined;
  }

  /** null: the whole conversation. */
  #readTurn(row: WrittenRow): number | null | undefined {
    const turn = this.#find(row, 'turn');
    const { turnsFrom, names } = this.#columns;
    if (turn === undefined || turn.text === '') return null;
    const number = findNumber(turn.isName === true ? { ...turn, isName: false } : turn);
    if (number !== undefined && Number.isInteger(number) && number >= turnsFrom) return number - turnsFrom;
    const hint = `The column ${names.turn} counts from ${turnsFrom} over all messages. Blank: the whole conversation.`;
    this.#report(turn.place, `${JSON.stringify(turn.text)} is not the number of a turn.`, hint, 'LABEL_BAD_TURN');
    return undefined;
  }

  #readWhole(row: WrittenRow, column: 'revision' | 'repeat', from: 0 | 1): number | undefined | 'flawed' {
    const value = this.#find(row, column);
    if (value === undefined || value.text === '') return undefined;
    const number = findNumber(value);
    if (number !== undefined && Number.isInteger(number) && number >= from) return number;
    const hint = `The column ${column} has whole numbers from ${from}.`;
    this.#report(value.place, `${JSON.stringify(value.text)} is not a ${column}.`, hint, 'LABEL_BAD_ROW');
    return 'flawed';
  }

  #readBlind(row: WrittenRow): boolean | undefined {
    const value = this.#find(row, 'blind');
    if (value === undefined || value.text === '') return undefined;
    if (/^(?:true|yes|1)$/i.test(value.text)) return true;
    if (!/^(?:false|no|0)$/i.test(value.text)) {
      const hint = 'Write true if the rater saw no other scores and no verdict of a judge, else false.';
      this.#report(value.place, `${JSON.stringify(value.text)} is not true or false.`, hint, 'LABEL_BAD_ROW');
    }
    return false;
  }

  #readScore(score: WrittenValue): number | undefined {
    const value = findNumber(score);
    if (value !== undefined) return value;
    const hint =
      'Write a number, or leave a missing score blank. A label that is a category needs a number per category.';
    this.#report(score.place, `The score ${JSON.stringify(score.text)} is not a number.`, hint, 'LABEL_BAD_SCORE');
    return undefined;
  }

  #findRater(row: WrittenRow): WrittenValue | undefined {
    if (this.#columns.names.rater !== undefined) return this.#find(row, 'rater');
    return this.#rater === undefined ? undefined : { text: this.#rater, place: row.place };
  }

  #readRater(row: WrittenRow, rater: WrittenValue | undefined): string | undefined {
    if (rater !== undefined && rater.text !== '' && rater.other === undefined) return rater.text;
    this.#report(rater?.place ?? row.place, 'The rater is blank.', 'Fill in who gave the score.', 'LABEL_BAD_ROW');
    return undefined;
  }
}
