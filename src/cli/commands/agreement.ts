import { resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { measureAgreement } from '../../calibrate/agreement/agreement.ts';
import type { AgreementOptions, UnitRating } from '../../calibrate/agreement/coded-ratings.ts';
import { toAgreementJson } from '../../calibrate/metric-json.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findDatasetName } from '../../conversation/sample.ts';
import { namingFormat } from '../../files/project/foreign-file.ts';
import type { NamedColumns, RatingColumns } from '../../files/ratings/rating-columns.ts';
import { readRatings } from '../../files/ratings/read-ratings.ts';
import { isSampleFile, readSampleRatings } from '../../files/ratings/read-sample-ratings.ts';
import { quoteArgument, quoteList, renderDb, toVisibleText } from '../../format/transcript.ts';
import { renderAgreement } from '../../report/agreement/render-agreement.ts';
import type { RatingLevel } from '../../statistics/agreement/rating-codes.ts';
import type { CurationStore } from '../../store/curation-port.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import { checkDatasets } from '../curation/item-filter.ts';
import { readLabelRatings } from '../curation/label/label-ratings.ts';
import { withCuration } from '../curation/with-curation.ts';
import { usageFault } from '../faults.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';

/** `turnwise agreement` as you typed it. */
export interface AgreementCommand {
  /** A file of ratings or samples, or `dataset:NAME`. */
  readonly source: string;
  readonly scale?: Scale;
  readonly level?: RatingLevel;
  /** With a ratings file: its columns. */
  readonly unit?: readonly string[];
  readonly rater?: string;
  readonly score?: string;
  readonly conversation?: string;
  readonly raters?: readonly string[];
  /** With a dataset: a deck, or "overall". */
  readonly deck?: string;
  /** Prints every metric. */
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly db?: string;
}

/** Measures inter-rater agreement in a file or a dataset. */
export async function agreement(command: AgreementCommand, io: Io): Promise<ExitCode> {
  const dataset = findDatasetName(command.source);
  if (dataset === undefined) {
    const file = { path: resolve(io.cwd, command.source), shown: command.source };
    print(await namingFormat(file, () => readFile(command, io)), command, io);
    return 0;
  }
  checkNoColumns(command, 'a dataset');
  return withCuration(command, io, async ({ store }) => {
    print(await readDataset(dataset, { command, store: store.curation, io }), command, io);
    return 0;
  });
}

/** What was read, for `--json`. */
interface RatingsRead {
  readonly source: string;
  /** One rating per row, one row per unit with a column per rater, samples with ratings, or labels of a dataset. */
  readonly form: 'long' | 'wide' | 'samples' | 'labels';
  readonly raters: readonly string[];
  /** Columns of a ratings file. No column for the unit: each row is a unit. */
  readonly columns?: NamedColumns;
  readonly ignored?: readonly string[];
}

interface RatingsInput {
  readonly title: string;
  readonly ratings: readonly UnitRating[];
  readonly options: AgreementOptions;
  readonly read: RatingsRead;
  /** The next command, printed before other forms of this one. */
  readonly next: readonly string[];
}

async function readFile(command: AgreementCommand, io: Io): Promise<RatingsInput> {
  const { source, scale, level, deck } = command;
  if (deck !== undefined) {
    throw usageFault('--deck only works with dataset:NAME.', 'Remove --deck, or name a dataset.');
  }
  const allowsNames = level === 'nominal';
  const columns = toNamedColumns(command);
  const reading = { cwd: io.cwd, allowsNames, columns, ...definedOnly({ scale }) };
  const isSamples = isSampleFile(source, io.cwd);
  if (isSamples) checkNoColumns(command, 'a sample file');
  const found = isSamples ? await readSampleRatings(source, reading) : readRatings(source, reading);
  const { file, ratings, warnings, note, areRatersUnknown } = found;
  printWarnings(warnings, io);
  if (note !== undefined) io.err(`${toVisibleText(note)}\n`);
  const read = { source: file, raters: listRaters(ratings), ...toColumnsRead(found.columns) };
  return { title: file, ratings, options: definedOnly({ scale, level, areRatersUnknown }), read, next: [] };
}

function toColumnsRead(chosen: RatingColumns | undefined): Pick<RatingsRead, 'form' | 'columns' | 'ignored'> {
  if (chosen === undefined) return { form: 'samples' };
  const { form, ignored, ...columns } = chosen;
  return { form, columns, ignored };
}

const columnFlags = ['unit', 'rater', 'score', 'conversation', 'raters'] as const;

function toNamedColumns(command: AgreementCommand): NamedColumns {
  const { unit, rater, score, conversation, raters } = command;
  const [long] = columnFlags.slice(1, 3).filter((flag) => command[flag] !== undefined);
  if (raters !== undefined && long !== undefined) {
    const message = `--raters is for one row per unit, but --${long} is for one rating per row.`;
    throw usageFault(message, `Remove --raters or --${long}.`);
  }
  return definedOnly({ unit, rater, score, conversation, raters });
}

function checkNoColumns(command: AgreementCommand, what: string): void {
  const flag = columnFlags.find((name) => command[name] !== undefined);
  if (flag === undefined) return;
  throw usageFault(
    `--${flag} names a column of a CSV or JSONL file, but "${command.source}" is ${what}.`,
    `Remove --${flag}.`,
  );
}

function listRaters(ratings: readonly UnitRating[]): readonly string[] {
  return [...new Set(ratings.map(({ rater }) => rater))];
}

interface AgreementTools {
  readonly command: AgreementCommand;
  readonly store: CurationStore;
  readonly io: Io;
}

async function readDataset(dataset: string, { command, store, io }: AgreementTools): Promise<RatingsInput> {
  const { source, deck: question, level, scale: named, db: path } = command;
  await checkDatasets(store, [dataset]);
  const root = findStoreRoot({ path, cwd: io.cwd });
  const wanted = { dataset, cwd: io.cwd, root, ...definedOnly({ question, scale: named }) };
  const { note, ratings, scale, question: answered } = await readLabelRatings(store, wanted);
  if (note !== undefined) io.err(`${note}\n`);
  const deck = answered === 'overall' ? '<deck>' : quoteArgument(answered);
  return {
    title: `Labels of ${dataset} for ${answered}`,
    ratings,
    options: definedOnly({ scale, level }),
    read: { source, form: 'labels', raters: listRaters(ratings) },
    next: [
      `Calibrate a judge with these labels: turnwise calibrate ${deck} --samples ${quoteList([source])}${renderDb(path)}`,
    ],
  };
}

function print({ title, ratings, options, read, next }: RatingsInput, command: AgreementCommand, io: Io): void {
  const { json, level, verbose = false } = command;
  const found = measureAgreement(ratings, options);
  if (json === true) {
    io.out(`${JSON.stringify({ ...toAgreementJson(found), read }, null, 2)}\n`);
    return;
  }
  const needsScale = options.scale === undefined && level !== 'nominal';
  const note = 'Categories are the scores that occur. If raters could choose from more, name them: --scale 1..5';
  const typed = toTyped(command);
  const others = [...(verbose ? [] : [`All metrics: ${typed} --verbose`]), `As JSON: ${typed} --json`];
  const style = { palette: toPalette(io.color.out), width: findOutWidth(io), title, next: [...next, ...others] };
  io.out(renderAgreement(found, { ...style, everyMetric: verbose, ...(needsScale ? { note } : {}) }));
}

/** The command as you typed it, without the options for printing. */
function toTyped(command: AgreementCommand): string {
  const { source, unit, raters, scale, level, deck, db } = command;
  const columns = (['rater', 'score', 'conversation'] as const).flatMap((flag) => {
    const column = command[flag];
    return column === undefined ? [] : [`--${flag} ${quoteArgument(column)}`];
  });
  const words = [
    `turnwise agreement ${quoteArgument(source)}`,
    ...(unit === undefined ? [] : [`--unit ${quoteList(unit)}`]),
    ...columns,
    ...(raters === undefined ? [] : [`--raters ${quoteList(raters)}`]),
    ...(scale === undefined ? [] : [`--scale ${scale.min}..${scale.max}`]),
    ...(level === undefined ? [] : [`--level ${level}`]),
    ...(deck === undefined ? [] : [`--deck ${quoteArgument(deck)}`]),
  ];
  return `${words.join(' ')}${renderDb(db)}`;
}
