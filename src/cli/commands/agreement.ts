import { definedOnly } from '../../base/defined-only.ts';
import { measureAgreement } from '../../calibrate/agreement/agreement.ts';
import type { AgreementOptions, UnitRating } from '../../calibrate/agreement/coded-ratings.ts';
import { toAgreementJson } from '../../calibrate/metric-json.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findDatasetName } from '../../conversation/sample.ts';
import { readRatings } from '../../files/ratings/read-ratings.ts';
import { isSampleFile, readSampleRatings } from '../../files/ratings/read-sample-ratings.ts';
import { quoteArgument, quoteList, renderDb } from '../../format/transcript.ts';
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
    print(await readFile(command, io), command, io);
    return 0;
  }
  return withCuration(command, io, async ({ store }) => {
    print(await readDataset(dataset, { command, store: store.curation, io }), command, io);
    return 0;
  });
}

interface RatingsInput {
  readonly title: string;
  readonly ratings: readonly UnitRating[];
  readonly options: AgreementOptions;
  /** The next command, printed before other forms of this one. */
  readonly next: readonly string[];
}

async function readFile(command: AgreementCommand, io: Io): Promise<RatingsInput> {
  const { source, scale, level, deck } = command;
  if (deck !== undefined) {
    throw usageFault('--deck only works with dataset:NAME.', 'Remove --deck, or name a dataset.');
  }
  const allowsNames = level === 'nominal';
  const reading = { cwd: io.cwd, allowsNames, ...definedOnly({ scale }) };
  const found = isSampleFile(source, io.cwd) ? await readSampleRatings(source, reading) : readRatings(source, reading);
  const { file, ratings, warnings, note, areRatersUnknown } = found;
  printWarnings(warnings, io);
  if (note !== undefined) io.err(`${note}\n`);
  return { title: file, ratings, options: definedOnly({ scale, level, areRatersUnknown }), next: [] };
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
    next: [
      `Calibrate a judge with these labels: turnwise calibrate ${deck} --samples ${quoteList([source])}${renderDb(path)}`,
    ],
  };
}

function print({ title, ratings, options, next }: RatingsInput, command: AgreementCommand, io: Io): void {
  const { json, level, verbose = false } = command;
  const found = measureAgreement(ratings, options);
  if (json === true) {
    io.out(`${JSON.stringify(toAgreementJson(found), null, 2)}\n`);
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
function toTyped({ source, scale, level, deck, db }: AgreementCommand): string {
  const words = [
    `turnwise agreement ${quoteArgument(source)}`,
    ...(scale === undefined ? [] : [`--scale ${scale.min}..${scale.max}`]),
    ...(level === undefined ? [] : [`--level ${level}`]),
    ...(deck === undefined ? [] : [`--deck ${quoteArgument(deck)}`]),
  ];
  return `${words.join(' ')}${renderDb(db)}`;
}
