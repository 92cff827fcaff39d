import { resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { Turn } from '../../conversation/item/item.ts';
import { auditKeys, itemKeys } from '../../conversation/item/written-item.ts';
import { namingFormat } from '../project/foreign-file.ts';
import { findForeignFormat } from '../project/known-formats.ts';
import { toShownFile } from '../project/project.ts';
import { toDatasetName } from '../read-items.ts';
import { isCsvFile } from '../syntax/written-table.ts';
import { assertConsistent } from '../tables/assert-consistent.ts';
import { type ColumnChoice, chooseMap, isTableRow, notATable, openImportEntries } from '../tables/choose-map.ts';
import type { FieldMap } from '../tables/field-map.ts';
import { mapEntries } from '../tables/map-entries.ts';
import { toUnreadProblem } from '../text/unread-format.ts';
import { anthropicTop, isAnthropic, readAnthropic } from './anthropic.ts';
import { type ForeignFormat, foreignFormats, formatNames, type TreePaths } from './chat-format.ts';
import { toForeignFields } from './foreign-fields.ts';
import { type Lose, LossReport } from './loss-report.ts';
import { messagesTop } from './messages.ts';
import { isMtBench } from './mt-bench.ts';
import { isMtBench101, readMtBench101 } from './mt-bench-101.ts';
import { isOasst } from './oasst.ts';
import { openaiTop, readOpenai } from './openai.ts';
import { type BenchmarkParts, readBenchmark } from './read-benchmark.ts';
import { type ImportEntry, readInputEntries, toEntryPlace } from './read-entries.ts';
import { readSharegpt, sharegptTop } from './sharegpt.ts';
import { isTauBench } from './tau-bench.ts';
import { type TopShape, withTopKeys } from './top-keys.ts';
import { isUltrachat, readUltrachat } from './ultrachat.ts';

/** A file of conversations, opened for import. */
export interface ImportFile extends BenchmarkParts {
  /** As shown to people. */
  readonly file: string;
  /** Dataset of conversations without one: the name of the file. Absent for standard input. */
  readonly dataset?: string;
  readonly format: ForeignFormat;
  /** For a table: which columns are which part. */
  readonly columns?: ColumnChoice;
  /** Losses of the entries that were read so far. */
  readonly report: LossReport;
  /** Values for `parseItem`, or the problem of a line. They can be read only once. */
  readonly entries: AsyncIterable<ImportEntry>;
}

interface ImportFileOptions {
  /** Default: detected from the first conversation. */
  readonly format?: ForeignFormat | undefined;
  /** The conversations of a message tree to import. Default: best. */
  readonly paths?: TreePaths | undefined;
  /** The name that users know, if the file has another one on disk. */
  readonly name?: string | undefined;
  /** Where the parts of a conversation are. Default: in a known format, or under usual names. */
  readonly map?: FieldMap | undefined;
}

/**
 * Opens a file. Throws a Fault if it is missing, empty or in no known format, if a part of it cannot be read, or if it
 * contradicts itself. So nothing of such a file is imported.
 */
export async function openImportFile(path: string, cwd: string, options: ImportFileOptions = {}): Promise<ImportFile> {
  const full = resolve(cwd, path);
  const file = options.name ?? toShownFile(full, cwd);
  const isCsv = isCsvFile(full);
  const opened = await namingFormat({ path: full, shown: file }, async () => {
    const read = await openImportEntries(full, file, options.map);
    return openEntries(read, { ...options, file, isCsv, isReadAgain: true });
  });
  return { ...opened, file, dataset: toDatasetName(options.name ?? full) };
}

/** Opens standard input. It is imported while it is read. */
export async function openImportInput(
  pieces: AsyncIterable<Uint8Array>,
  options: ImportFileOptions = {},
): Promise<ImportFile> {
  const file = 'standard input';
  const read = () => readInputEntries(pieces, file);
  const opened = await openEntries(read, { ...options, file, isCsv: false, isReadAgain: false });
  return { ...opened, file };
}

interface Opening extends ImportFileOptions {
  readonly file: string;
  readonly isCsv: boolean;
  /** Whether the entries can be read again from the start. */
  readonly isReadAgain: boolean;
}

async function openEntries(
  read: () => AsyncGenerator<ImportEntry>,
  opening: Opening,
): Promise<Omit<ImportFile, 'file' | 'dataset'>> {
  const { file, isCsv, isReadAgain, paths = 'best' } = opening;
  const report = new LossReport();
  const entries = read();
  const { format, head } = await readHead(entries, opening).finally(() => isReadAgain && entries.return(undefined));
  const listParts = () => (isReadAgain ? [read()] : [head, entries]);
  const benchmark = await readBenchmark(format, listParts(), { file, report, paths });
  if (benchmark !== undefined) return { format, report, ...benchmark };
  const first = head.find(({ problem }) => problem === undefined);
  const columns = format === 'table' ? chooseMap(opening.map, { entry: first, file, isCsv }) : undefined;
  const readAll = (reading: { readonly report: LossReport }) => {
    const source = { parts: listParts(), file, ...reading };
    if (columns === undefined) return convert(source.parts, { format, file, ...reading });
    return mapTable(source, columns.map, opening.map !== undefined);
  };
  if (isReadAgain) await assertConsistent(() => readAll({ report: new LossReport() }), file);
  return { format, report, ...definedOnly({ columns }), entries: readAll({ report }) };
}

interface TableSource {
  readonly parts: readonly (Iterable<ImportEntry> | AsyncIterable<ImportEntry>)[];
  readonly file: string;
  readonly report: LossReport;
}

function mapTable({ parts, file, report }: TableSource, map: FieldMap, isTyped: boolean): AsyncGenerator<ImportEntry> {
  const readTurns = (value: Record<string, unknown>, item: string): unknown => {
    const read = readers[detectFormat(value) ?? 'openai']?.(value, report.forItem(item)) ?? value;
    return read.messages ?? read.history;
  };
  return mapEntries(join(parts), { map, isTyped, file, readTurns });
}

async function* join(parts: TableSource['parts']): AsyncGenerator<ImportEntry> {
  for (const part of parts) yield* part;
}

/** Reads entries until the format is known. */
async function readHead(
  entries: AsyncGenerator<ImportEntry>,
  { file, isCsv, format: given, map }: Opening,
): Promise<{ readonly format: ForeignFormat; readonly head: readonly ImportEntry[] }> {
  const head: ImportEntry[] = [];
  const format = isCsv || map !== undefined ? 'table' : given;
  if (given !== undefined && format !== given) throw notATable(formatNames[given].many, { file, isCsv });
  while (format === undefined || format === 'table') {
    const next = await entries.next();
    if (next.done === true) {
      // No entry can be read, and every format would report that. A single problem is the whole file's.
      const [only, ...more] = head;
      if (only?.problem !== undefined && more.length === 0 && /\.\w+$/.test(file)) throw new Fault([only.problem]);
      return { format: format ?? 'items', head };
    }
    head.push(next.value);
    if (next.value.problem !== undefined) continue;
    return { format: format ?? getFormat(next.value, file), head };
  }
  return { format, head };
}

async function* convert(
  parts: readonly (Iterable<ImportEntry> | AsyncIterable<ImportEntry>)[],
  { format, file, report }: Pick<ImportFile, 'format' | 'file' | 'report'>,
): AsyncGenerator<ImportEntry> {
  let index = 0;
  for (const part of parts) {
    for await (const entry of part) {
      if (entry.problem !== undefined) yield entry;
      else yield convertEntry(entry, { format, file, report, index });
      index += 1;
    }
  }
}

interface Conversion extends Pick<ImportFile, 'format' | 'file' | 'report'> {
  readonly index: number;
}

/** Reports an entry that is in another format and has no turns. A list of missing keys would be misleading. */
function convertEntry({ value, at }: ImportEntry, { format, file, report, index }: Conversion): ImportEntry {
  const item = toItemValue(value, format, { report, index });
  const other = holdsTurns(item) ? undefined : detectFormat(value);
  if (other === undefined || other === format) return { value: item, at };
  const problem = toError({
    code: 'IMPORT_OTHER_FORMAT',
    message: `This line looks like ${formatNames[other].one}, but the file is read as ${formatNames[format].many}.`,
    hint: `Read the file with --format ${other}, or move the line to its own file.`,
    ...toEntryPlace(at, file),
  });
  return { problem, at };
}

function holdsTurns(item: unknown): boolean {
  return !isPlainObject(item) || ['history', 'messages', 'synthQuestion'].some((key) => item[key] !== undefined);
}

function getFormat({ value, at }: ImportEntry, file: string): ForeignFormat {
  const foreign = findForeignFormat(value);
  if (foreign !== undefined) throw new Fault({ ...toUnreadProblem(foreign, file), ...toEntryPlace(at, file) });
  const format = detectFormat(value);
  if (format !== undefined) return format;
  const keys = isPlainObject(value) ? Object.keys(value).slice(0, 8) : [];
  const got = keys.length === 0 ? 'no keys' : `the keys ${keys.map((key) => `"${key.slice(0, 40)}"`).join(', ')}`;
  throw new Fault({
    code: 'IMPORT_UNKNOWN_FORMAT',
    message: `Cannot detect the format of "${file}". Its first entry has ${got}.`,
    hint: `Set --format to one of: ${foreignFormats.join(', ')}.`,
    ...toEntryPlace(at, file),
  });
}

/** Keys that messages of chat APIs have, too. Any other key of a turn is specific to Turnwise. */
const sharedKeys = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'id'];
const ownTurnKeys = ['msg', ...Object.keys(Turn.shape)].filter((key) => !sharedKeys.includes(key));
const ownItemKeys = itemKeys.filter((key) => !['id', 'messages', 'tags', 'status', 'meta', 'weight'].includes(key));

/** Detects the format of a conversation by its keys. Undefined: they match no format. */
export function detectFormat(value: unknown): ForeignFormat | undefined {
  if (!isPlainObject(value)) return undefined;
  if (isTauBench(value)) return 'tau-bench';
  if (isMtBench(value)) return 'mt-bench';
  if (isMtBench101(value)) return 'mt-bench-101';
  if (isOasst(value)) return 'oasst';
  if (isUltrachat(value)) return 'ultrachat';
  if (Array.isArray(value.conversations)) return 'sharegpt';
  if (isTableRow(value)) return 'table';
  if (!Array.isArray(value.messages))
    return Object.keys(value).some((key) => ownItemKeys.includes(key)) ? 'items' : undefined;
  const messages = value.messages.filter(isPlainObject);
  if (isAnthropic(value, messages)) return 'anthropic';
  const isOurs =
    ownItemKeys.some((key) => key in value) || messages.some((message) => ownTurnKeys.some((key) => key in message));
  return isOurs ? 'messages' : 'openai';
}

type Read = (value: Record<string, unknown>, lose: Lose) => Record<string, unknown>;

const readers: Readonly<Partial<Record<ForeignFormat, Read>>> = {
  items: readItems,
  messages: (value) => value,
  openai: readOpenai,
  sharegpt: readSharegpt,
  anthropic: readAnthropic,
  ultrachat: readUltrachat,
  'mt-bench-101': readMtBench101,
};

/** Formats that conversations can be exported to again. */
const shapes: Readonly<Partial<Record<ForeignFormat, TopShape>>> = {
  openai: openaiTop,
  sharegpt: sharegptTop,
  anthropic: anthropicTop,
  messages: messagesTop,
};

/** Formats with the names of Turnwise for top-level keys. */
const ownFormats: readonly ForeignFormat[] = ['items', 'messages'];

/**
 * Converts a conversation of another program to a value for `parseItem`, which reports its problems. Unknown top-level
 * keys go to `meta`.
 */
export function toItemValue(
  value: unknown,
  format: ForeignFormat,
  { report, index }: { readonly report: LossReport; readonly index: number },
): unknown {
  const read = readers[format];
  if (read === undefined || !isPlainObject(value)) return value;
  const { id } = value;
  const isNamed = typeof id === 'string' || typeof id === 'number';
  const fields = ownFormats.includes(format) ? value : toForeignFields(value);
  const item = read(fields, report.forItem(isNamed ? String(id) : `item ${index + 1}`));
  const shape = shapes[format];
  return shape === undefined ? item : withTopKeys(item, value, shape);
}

/** Returns an item of Turnwise or of the earlier curator unchanged, and reports what is lost. */
function readItems(value: Record<string, unknown>, lose: Lose): Record<string, unknown> {
  for (const key of auditKeys) if (value[key] != null) lose('workflow fields', key);
  const turns = Array.isArray(value.history) ? value.history : [];
  for (const [index, turn] of turns.entries()) {
    if (isPlainObject(turn) && hasDouble(turn.refs)) lose('duplicate reference address', `history[${index}].refs`);
  }
  return value;
}

/** Whether several refs have the same URL. They are merged, and the first value of each field counts. */
function hasDouble(refs: unknown): boolean {
  if (!Array.isArray(refs) || refs.length < 2) return false;
  const urls = refs.map((ref) => (isPlainObject(ref) && typeof ref.url === 'string' ? ref.url.trim() : ref));
  return new Set(urls).size < urls.length;
}
