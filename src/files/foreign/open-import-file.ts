import { resolve } from 'node:path';
import { Fault, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { Turn } from '../../conversation/item/item.ts';
import { auditKeys, itemKeys } from '../../conversation/item/written-item.ts';
import { toShownFile } from '../project/project.ts';
import { toDatasetName } from '../read-items.ts';
import { isLinesFile } from '../text/lines.ts';
import { readAnthropic } from './anthropic.ts';
import { type ForeignFormat, foreignFormats, formatNames } from './chat-format.ts';
import { type Lose, LossReport } from './loss-report.ts';
import { readOpenai } from './openai.ts';
import { type ImportEntry, readFileEntries, readInputEntries, toEntryPlace } from './read-entries.ts';
import { readSharegpt } from './sharegpt.ts';

/** A file of conversations, opened for import. */
export interface ImportFile {
  /** As shown to people. */
  readonly file: string;
  /** Dataset of conversations that name none: the name of the file. Absent for standard input. */
  readonly dataset?: string;
  readonly format: ForeignFormat;
  /** What could not be carried over, as far as `entries` was read. */
  readonly report: LossReport;
  /** Values for `parseItem`, or what keeps a line from being one. They can be read once. */
  readonly entries: AsyncIterable<ImportEntry>;
}

interface ImportFileOptions {
  /** Default: found out from the first conversation. */
  readonly format?: ForeignFormat | undefined;
  /** The name that users know, when the file has another one on disk. */
  readonly name?: string | undefined;
}

/** Opens a file. One that is missing, empty or in no known format is a Fault. */
export async function openImportFile(path: string, cwd: string, options: ImportFileOptions = {}): Promise<ImportFile> {
  const full = resolve(cwd, path);
  const file = options.name ?? toShownFile(full, cwd);
  const read = () => readFileEntries(full, file);
  const opened = await openEntries(read, { ...options, file, isReadTwice: isLinesFile(full) });
  return { ...opened, file, dataset: toDatasetName(options.name ?? full) };
}

/** Opens standard input. */
export async function openImportInput(
  pieces: AsyncIterable<Uint8Array>,
  options: ImportFileOptions = {},
): Promise<ImportFile> {
  const file = 'standard input';
  const opened = await openEntries(() => readInputEntries(pieces, file), { ...options, file, isReadTwice: false });
  return { ...opened, file };
}

interface Opening extends ImportFileOptions {
  readonly file: string;
  /** A stream of lines is closed once its format is known, and starts over when its entries are read. */
  readonly isReadTwice: boolean;
}

async function openEntries(
  read: () => AsyncGenerator<ImportEntry>,
  { file, format: given, isReadTwice }: Opening,
): Promise<Pick<ImportFile, 'format' | 'report' | 'entries'>> {
  const report = new LossReport();
  const entries = read();
  const { format, head } = await readHead(entries, file, given).finally(() => isReadTwice && entries.return(undefined));
  const parts = isReadTwice ? [read()] : [head, entries];
  return { format, report, entries: convert(parts, { format, file, report }) };
}

/** Reads as many entries as it takes to know the format. */
async function readHead(
  entries: AsyncGenerator<ImportEntry>,
  file: string,
  given: ForeignFormat | undefined,
): Promise<{ readonly format: ForeignFormat; readonly head: readonly ImportEntry[] }> {
  const head: ImportEntry[] = [];
  let format = given;
  while (format === undefined) {
    const next = await entries.next();
    // Nothing in it can be read: every format says so.
    if (next.done === true) format = 'items';
    else {
      head.push(next.value);
      if (next.value.problem === undefined) format = getFormat(next.value, file);
    }
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

/** An entry without a turn that is in another format says so: the missing keys of an item would be misleading. */
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

/** Keys that a message of a chat API has too; any other key of a turn is one of Turnwise. */
const sharedKeys = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'id'];
const ownTurnKeys = ['msg', ...Object.keys(Turn.shape)].filter((key) => !sharedKeys.includes(key));
const ownItemKeys = itemKeys.filter((key) => !['id', 'messages', 'tags', 'status', 'meta', 'weight'].includes(key));

/** What a conversation is written in, by its keys; undefined when the keys fit no format. */
export function detectFormat(value: unknown): ForeignFormat | undefined {
  if (!isPlainObject(value)) return undefined;
  if (Array.isArray(value.conversations)) return 'sharegpt';
  if (!Array.isArray(value.messages))
    return Object.keys(value).some((key) => ownItemKeys.includes(key)) ? 'items' : undefined;
  const messages = value.messages.filter(isPlainObject);
  if (isAnthropic(value, messages)) return 'anthropic';
  const isOurs =
    ownItemKeys.some((key) => key in value) || messages.some((message) => ownTurnKeys.some((key) => key in message));
  return isOurs ? 'messages' : 'openai';
}

/** Blocks that no other format has. */
const anthropicBlocks = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document'];

function isAnthropic(value: Record<string, unknown>, messages: readonly Record<string, unknown>[]): boolean {
  if (typeof value.system === 'string' || Array.isArray(value.system)) return true;
  return messages.some(
    ({ content }) =>
      Array.isArray(content) &&
      content.some((block) => isPlainObject(block) && anthropicBlocks.some((type) => type === block.type)),
  );
}

type Read = (value: Record<string, unknown>, lose: Lose) => Record<string, unknown>;

const readers: Readonly<Partial<Record<ForeignFormat, Read>>> = {
  items: readItems,
  openai: readOpenai,
  sharegpt: readSharegpt,
  anthropic: readAnthropic,
};

/**
 * A conversation of another program as a value for `parseItem`, which says what is wrong with it. Keys at its top that
 * have no meaning here go to `meta`.
 */
export function toItemValue(
  value: unknown,
  format: ForeignFormat,
  { report, index }: { readonly report: LossReport; readonly index: number },
): unknown {
  const read = readers[format];
  if (read === undefined || !isPlainObject(value)) return value;
  return read(value, report.forItem(typeof value.id === 'string' ? value.id : `item ${index + 1}`));
}

/** An item of Turnwise, or of the founding curator: it is read unchanged, and what is lost is reported. */
function readItems(value: Record<string, unknown>, lose: Lose): Record<string, unknown> {
  for (const key of auditKeys) if (value[key] != null) lose('workflow fields', key);
  const turns = Array.isArray(value.history) ? value.history : [];
  for (const [index, turn] of turns.entries()) {
    if (isPlainObject(turn) && hasDouble(turn.refs)) lose('duplicate reference address', `history[${index}].refs`);
  }
  return value;
}

/** Such refs become one, and of each field the first counts. */
function hasDouble(refs: unknown): boolean {
  if (!Array.isArray(refs) || refs.length < 2) return false;
  const urls = refs.map((ref) => (isPlainObject(ref) && typeof ref.url === 'string' ? ref.url.trim() : ref));
  return new Set(urls).size < urls.length;
}
