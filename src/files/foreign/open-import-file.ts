import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { toDatasetName } from '../items/read-items.ts';
import { toShownFile } from '../project/project.ts';
import { detectFormat } from './detect-format.ts';
import { type ForeignFormat, foreignFormats } from './foreign-format.ts';
import { type ImportEntry, toEntryPlace } from './import-entry.ts';
import { LossReport } from './loss-report.ts';
import { readFileEntries, readInputEntries } from './read-entries.ts';
import { toItemValue } from './to-item-value.ts';

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

export interface ImportFileOptions {
  /** Default: found out from the first conversation. */
  readonly format?: ForeignFormat | undefined;
  /** As people know it, where the file stands under another name. */
  readonly name?: string | undefined;
}

/** Opens a file. One that is missing, empty or in no known format is a Fault. */
export async function openImportFile(path: string, cwd: string, options: ImportFileOptions = {}): Promise<ImportFile> {
  const full = resolve(cwd, path);
  const file = options.name ?? toShownFile(full, cwd);
  const opened = await openEntries(readFileEntries(full, file), file, options);
  return { ...opened, file, dataset: toDatasetName(options.name ?? full) };
}

/** Opens standard input. */
export async function openImportInput(
  pieces: AsyncIterable<Uint8Array>,
  options: ImportFileOptions = {},
): Promise<ImportFile> {
  const file = 'standard input';
  return { ...(await openEntries(readInputEntries(pieces, file), file, options)), file };
}

async function openEntries(
  entries: AsyncGenerator<ImportEntry>,
  file: string,
  options: ImportFileOptions,
): Promise<Pick<ImportFile, 'format' | 'report' | 'entries'>> {
  const report = new LossReport();
  const head: ImportEntry[] = [];
  let format = options.format;
  while (format === undefined) {
    const next = await entries.next();
    // Nothing in it can be read: every format says so.
    if (next.done === true) format = 'items';
    else {
      head.push(next.value);
      if (next.value.problem === undefined) format = getFormat(next.value, file);
    }
  }
  return { format, report, entries: convert([head, entries], format, report) };
}

async function* convert(
  parts: readonly [readonly ImportEntry[], AsyncIterable<ImportEntry>],
  format: ForeignFormat,
  report: LossReport,
): AsyncGenerator<ImportEntry> {
  let index = 0;
  for (const part of parts) {
    for await (const entry of part) {
      if (entry.problem !== undefined) yield entry;
      else yield { value: toItemValue(entry.value, format, { report, index }), at: entry.at };
      index += 1;
    }
  }
}

function getFormat({ value, at }: ImportEntry, file: string): ForeignFormat {
  const format = detectFormat(value);
  if (format !== undefined) return format;
  const keys = isPlainObject(value) ? Object.keys(value).slice(0, 8) : [];
  const got = keys.length === 0 ? 'no object' : `the keys ${keys.map((key) => `"${key.slice(0, 40)}"`).join(', ')}`;
  throw new Fault({
    code: 'IMPORT_UNKNOWN_FORMAT',
    message: `It is not clear what "${file}" is: its first entry has ${got}.`,
    hint: `Say it with --format ${foreignFormats.join('|')}.`,
    ...toEntryPlace(at, file),
  });
}
