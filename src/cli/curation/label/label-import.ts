import { resolve } from 'node:path';
import { definedOnly } from '../../../base/defined-only.ts';
import { Fault } from '../../../base/fault.ts';
import { suggestFrom } from '../../../base/nearest.ts';
import { listDecks } from '../../../files/deck/read-deck.ts';
import type { LabelColumns } from '../../../files/labels/label-columns.ts';
import { type LabelFile, readLabelFile } from '../../../files/labels/read-label-file.ts';
import { findStats } from '../../../files/text/read-text.ts';
import { quoteArgument, quoteList, renderDb, toVisibleText } from '../../../format/transcript.ts';
import { importLabels, type LabelImport } from '../../../review/labels/import-labels.ts';
import type { LabelNames } from '../../../review/labels/label-resolver.ts';
import { FileSources } from '../../../samples/sources/file-source.ts';
import { findStoreRoot } from '../../../wiring/open-store.ts';
import { usageFault } from '../../faults.ts';
import type { ExitCode, Io } from '../../io.ts';
import { countOf } from '../../render-problems.ts';
import { withCuration } from '../with-curation.ts';
import { renderLabelCommand } from './label-command.ts';
import { readQuestion } from './label-question.ts';

/** `turnwise label import` as you typed it. */
export interface LabelImportCommand {
  readonly file: string;
  readonly dataset?: string;
  readonly deck?: string;
  /** The rater of a file without a column for raters. */
  readonly user?: string;
  readonly samples?: readonly string[];
  readonly dryRun?: boolean;
  readonly item?: string;
  readonly sample?: string;
  readonly turn?: string;
  readonly rater?: string;
  readonly score?: string;
  readonly reason?: string;
  readonly raters?: readonly string[];
  readonly json?: boolean;
  readonly db?: string;
}

/** Adds the labels of a file, all or none. */
export async function labelImport(command: LabelImportCommand, io: Io): Promise<ExitCode> {
  const read = readFile(command, io);
  const samples = await listSampleIds(command.samples, io);
  return withCuration(command, io, async ({ store, context }) => {
    const { file, labels, errors, columns } = read;
    const done = await importLabels(context, {
      ...{ file, labels, errors, turnsFrom: columns.turnsFrom, runs: store.runs },
      findQuestion: toQuestionFinder(command, io),
      isDryRun: command.dryRun === true,
      ...definedOnly({ dataset: command.dataset, samples }),
    });
    print(done, { command, read, io });
    return 0;
  });
}

function readFile(command: LabelImportCommand, io: Io): LabelFile {
  const { item, sample, turn, rater, score, reason, raters, user } = command;
  if (user?.trim() === '') throw usageFault('--user is blank.', 'Add a name, or remove --user.');
  const long = rater !== undefined ? 'rater' : score !== undefined ? 'score' : undefined;
  if (raters !== undefined && long !== undefined) {
    const message = `--raters is for one row per item, but --${long} is for one label per row.`;
    throw usageFault(message, `Remove --raters or --${long}.`);
  }
  const columns = definedOnly({ item, sample, turn, rater, score, reason, raters });
  return readLabelFile(command.file, { cwd: io.cwd, columns, ...definedOnly({ rater: user?.trim() }) });
}

async function listSampleIds(files: readonly string[] | undefined, { cwd }: Io): Promise<Set<string> | undefined> {
  if (files === undefined) return undefined;
  const sources = new FileSources({ cwd, strict: false });
  const readings = await Promise.all(files.map((file) => sources.read(file)));
  return new Set(readings.flatMap(({ samples }) => samples.map(({ id }) => id)));
}

/** A deck as written: from the current folder, or from the project root as in exported labels. */
function toQuestionFinder({ deck, db }: LabelImportCommand, { cwd }: Io): LabelNames['findQuestion'] {
  const root = findStoreRoot({ path: db, cwd });
  return async (written = deck) => {
    if (written === undefined || written === 'overall') return readQuestion('overall', { cwd, root });
    const path = [resolve(cwd, written), resolve(root, written)].find((each) => findStats(each)?.isFile() === true);
    if (path !== undefined) return readQuestion(path, { cwd, root });
    const known = ['overall', ...(await listDecks(root))];
    const message = `There is no deck "${written}".`;
    throw new Fault({ code: 'LABEL_UNKNOWN_QUESTION', message, hint: suggestFrom(written, known) });
  };
}

interface LabelImportWork {
  readonly command: LabelImportCommand;
  readonly read: LabelFile;
  readonly io: Io;
}

function print(done: LabelImport, { command, read, io }: LabelImportWork): void {
  const { columns, blank, labels } = read;
  if (columns.ignored.length > 0) io.err(`${toVisibleText(`Columns not used: ${columns.ignored.join(', ')}.`)}\n`);
  const { added, changed, unchanged, notCounted } = done;
  const stored = command.dryRun !== true && added + changed > 0;
  if (command.json === true) {
    io.out(
      `${JSON.stringify({ added, changed, unchanged, notCounted, blank, stored, columns: toColumnsJson(columns) })}\n`,
    );
    return;
  }
  const hasSamples = labels.some(({ subject }) => 'sample' in subject);
  const lines = [
    renderCounts(done, read, command.dryRun === true),
    ...(notCounted === 0 ? [] : [renderNotCounted(notCounted)]),
    ...(hasSamples && command.samples === undefined
      ? ['The ids of samples were not checked. To check them, add --samples <file>.']
      : []),
    ...(stored ? renderNext(done, command) : []),
  ];
  io.out(lines.map((line) => `${toVisibleText(line)}\n`).join(''));
}

function renderCounts(
  { added, changed, unchanged }: LabelImport,
  { file, blank }: LabelFile,
  isDryRun: boolean,
): string {
  const rest = blank === 0 ? '' : ` Without a score: ${blank}.`;
  if (added + changed === 0) {
    const all = unchanged === 1 ? `The label of ${file} is` : `All ${countOf(unchanged, 'label')} of ${file} are`;
    return `Nothing new. ${all} already stored.${rest}`;
  }
  const parts = [
    ...(added === 0 ? [] : [`${countOf(added, 'label')} added`]),
    ...(changed === 0 ? [] : [`${countOf(changed, 'label')} changed`]),
    ...(unchanged === 0 ? [] : [`${unchanged.toLocaleString('en')} already stored`]),
  ];
  const dry = isDryRun ? 'Dry run, nothing was stored. ' : '';
  return `${dry}${file}: ${parts.join(', ')}.${rest}`;
}

/** The rule is that of `toRatings`. */
function renderNotCounted(count: number): string {
  const [label, does] = count === 1 ? ['changed label', 'does'] : ['changed labels', 'do'];
  return `${count} ${label} ${does} not count: a random draw asked for the first label, and only a blind change replaces it. If the rater saw no verdict, set blind to true.`;
}

function renderNext({ datasets, questions }: LabelImport, { db }: LabelImportCommand): readonly string[] {
  const [dataset] = datasets;
  const [question] = questions;
  if (dataset === undefined || question === undefined) return [];
  const list = renderLabelCommand({ source: dataset, list: true, db });
  const source = quoteList([`dataset:${dataset}`]);
  const deck = question === 'overall' ? '' : ` --deck ${quoteArgument(question)}`;
  const calibrate = `turnwise calibrate ${question === 'overall' ? '<deck>' : quoteArgument(question)} --samples ${source}`;
  return [
    `See them: ${list}`,
    `Inter-rater agreement: turnwise agreement ${source}${deck}${renderDb(db)}`,
    `Calibrate a judge with them: ${calibrate}${renderDb(db)}`,
  ];
}

function toColumnsJson({ names, raters, ignored }: LabelColumns) {
  return { ...names, ...definedOnly({ raters }), ignored };
}
