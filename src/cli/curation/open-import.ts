import { Fault } from '../../base/fault.ts';
import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import { CaseStatus } from '../../conversation/verdict.ts';
import { foreignFormats, type TreePaths } from '../../files/foreign/chat-format.ts';
import { LossReport } from '../../files/foreign/loss-report.ts';
import { type ImportFile, openImportFile, openImportInput } from '../../files/foreign/open-import-file.ts';
import { parseFieldMap } from '../../files/tables/field-map.ts';
import { ImportSources } from '../../review/import-sources.ts';
import type { RunRecord, RunStore } from '../../store/port.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import { usageFault } from '../faults.ts';
import type { Io } from '../io.ts';
import type { Curation } from './with-curation.ts';

/** `turnwise import` as you typed it. */
export interface ImportCommand {
  readonly files: readonly string[];
  readonly dataset?: string;
  readonly mode?: 'create' | 'upsert';
  readonly format?: string;
  /** Where the parts of a conversation are. */
  readonly map?: readonly string[];
  readonly atomic?: boolean;
  readonly dryRun?: boolean;
  readonly approve?: boolean;
  readonly user?: string;
  /** With message trees: which conversations of each to import. */
  readonly paths?: TreePaths;
  /** With a run: the statuses of the cases to import. */
  readonly status?: readonly string[];
  /** With questions without replies: the eval file to write. */
  readonly out?: string;
  /** true: overwrites that file. */
  readonly force?: boolean;
  readonly db?: string;
  readonly json?: boolean;
}

/** The sources of an import. Files are opened before the database, and a run is read from the database. */
interface ImportPlan {
  readonly sources: (opened: Curation) => Promise<ImportSources>;
  /** true: creates a missing database. */
  readonly makes: boolean;
  /** The opened files. Empty for a run. */
  readonly files: readonly ImportFile[];
}

export async function openImport(command: ImportCommand, io: Io): Promise<ImportPlan> {
  const runs = command.files.filter((file) => file.startsWith('run:'));
  if (runs.length > 0) return openRun(command, runs, io);
  if (command.status !== undefined) {
    throw usageFault('--status only works with a run.', 'Run: turnwise import run:last --status fail --dataset <name>');
  }
  const sources = await openSources(command, io);
  return { sources: async () => sources, makes: true, files: sources.files };
}

function openRun(command: ImportCommand, [run = '', ...others]: readonly string[], io: Io): ImportPlan {
  const { dataset, map, status: named = ['fail', 'error', 'ungraded'] } = command;
  if (map !== undefined)
    throw usageFault('--map only works with files.', `Run: turnwise import ${run} --dataset <name>`);
  if (others.length > 0 || command.files.length > 1) {
    throw usageFault('Import one run at a time, without other files.', `Run: turnwise import ${run} --dataset <name>`);
  }
  if (dataset === undefined) {
    throw usageFault('Importing a run needs a dataset name.', `Run: turnwise import ${run} --dataset <name>`);
  }
  const statuses = named.map(getCaseStatus);
  const root = findStoreRoot({ path: command.db, cwd: io.cwd });
  const open = (opened: Curation) => openRunSources(opened, { run, dataset, statuses, root });
  return { sources: open, makes: false, files: [] };
}

function getCaseStatus(word: string): CaseStatus {
  const status = CaseStatus.options.find((option) => option === word);
  if (status !== undefined) return status;
  throw usageFault(`Unknown status "${word}".`, `Expected: ${CaseStatus.options.join(', ')}.`);
}

interface RunPart {
  readonly run: string;
  readonly dataset: string;
  readonly statuses: readonly CaseStatus[];
  /** The project of the run's eval files, which contain the answer keys. */
  readonly root: string;
}

async function openRunSources({ store }: Curation, { run, ...part }: RunPart): Promise<ImportSources> {
  const { getRun } = await import('../../conversation/run/run-name.ts');
  const { listRunItems } = await import('../../samples/run-items.ts');
  const record = await getRun(store.runs, run);
  const { id } = record;
  const counts = await countStatuses(store.runs, record);
  if (part.statuses.every((status) => counts[status] === 0)) throw nothingFits(id, part.statuses, counts);
  const report = new LossReport();
  const onUnknownCase = (item: string, changed: string) => report.forItem(item)(unknownCase, changed);
  const file: ImportFile = {
    file: `run:${id}`,
    format: 'items',
    report,
    entries: toEntries(listRunItems(store, id, { ...part, onUnknownCase })),
  };
  return new ImportSources([file], part.dataset);
}

/** The kind of loss for a case that is not found in its eval file. */
const unknownCase = 'answer key (the eval file changed since the run)';

/** The statuses in the grading that counts now. */
async function countStatuses(runs: RunStore, { id, counts, grading }: RunRecord): Promise<RunCounts> {
  if (grading === undefined) return counts;
  const now = { ...noCounts };
  for await (const { status } of runs.marks(id, { grading: grading.number }))
    if (status !== undefined) now[status] += 1;
  return now;
}

function nothingFits(run: string, statuses: readonly CaseStatus[], counts: RunCounts): Fault {
  const present = Object.entries(counts).flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`]));
  return new Fault({
    code: 'IMPORT_EMPTY',
    message: `Run ${run} has no cases with status ${statuses.join(' or ')}.`,
    hint: present.length === 0 ? 'No case is done yet.' : `The run has ${present.join(', ')}. Choose with --status.`,
  });
}

async function* toEntries(values: AsyncIterable<unknown>): ImportFile['entries'] & AsyncGenerator {
  for await (const value of values) yield { value, at: () => ({}) };
}

/** Opens every file before anything is imported, so that a missing one is reported before any change. */
async function openSources(
  { files, format, dataset, paths, map }: Pick<ImportCommand, 'files' | 'format' | 'dataset' | 'paths' | 'map'>,
  io: Io,
): Promise<ImportSources> {
  const options = {
    format: foreignFormats.find((name) => name === format),
    paths,
    ...(map === undefined ? {} : { map: parseFieldMap(map) }),
  };
  const opened: ImportFile[] = [];
  for (const path of files) {
    opened.push(
      path === '-' ? await openImportInput(getInput(files, io), options) : await openImportFile(path, io.cwd, options),
    );
  }
  if (paths !== undefined && opened.every((file) => file.format !== 'oasst')) {
    throw usageFault('--paths only works with OASST message trees.', 'Remove it. Other files contain conversations.');
  }
  return new ImportSources(opened, dataset);
}

function getInput(files: readonly string[], io: Io): AsyncIterable<Uint8Array> {
  if (files.filter((path) => path === '-').length > 1)
    throw usageFault('"-" appears twice.', 'Standard input can be read only once.');
  if (io.input === undefined) throw usageFault('Nothing is piped to standard input.', 'Pass a file instead.');
  return io.input();
}
