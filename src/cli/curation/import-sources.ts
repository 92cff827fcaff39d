import type { Place } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ForeignFormat, foreignFormats } from '../../files/foreign/foreign-format.ts';
import { type EntryPlace, toEntryPlace } from '../../files/foreign/import-entry.ts';
import type { LossReport } from '../../files/foreign/loss-report.ts';
import { type ImportFile, openImportFile, openImportInput } from '../../files/foreign/open-import-file.ts';
import type { Incoming } from '../../review/import-report.ts';
import type { Io } from '../io.ts';
import { usageFault } from '../usage-fault.ts';

/** The files of one import, and where each of their items stands. */
export class ImportSources {
  readonly #files: readonly ImportFile[];
  readonly #dataset: string | undefined;
  /** Index of the first item of each file that was begun. */
  readonly #starts: number[] = [];
  /** By index. Mostly numbers, so that a long file takes little memory. */
  readonly #places: EntryPlace[] = [];

  constructor(files: readonly ImportFile[], dataset?: string) {
    this.#files = files;
    this.#dataset = dataset;
  }

  get reports(): readonly { readonly file: string; readonly format: ForeignFormat; readonly report: LossReport }[] {
    return this.#files;
  }

  async *read(): AsyncGenerator<Incoming> {
    for (const { entries, dataset } of this.#files) {
      this.#starts.push(this.#places.length);
      for await (const entry of entries) {
        const index = this.#places.push(entry.at) - 1;
        if (entry.problem !== undefined) yield { index, problem: entry.problem };
        else yield { index, value: withDataset(entry.value, this.#dataset ?? dataset) };
      }
    }
  }

  placeOf(index: number): Place {
    const at = this.#starts.findLastIndex((start) => start <= index);
    const place = this.#places[index];
    const file = this.#files[at]?.file;
    return place === undefined || file === undefined ? {} : toEntryPlace(place, file);
  }
}

/** An item that names no dataset goes to that of its file. */
function withDataset(value: unknown, dataset: string | undefined): unknown {
  if (dataset === undefined || !isPlainObject(value)) return value;
  return (value.datasetName ?? value.dataset) == null ? { ...value, datasetName: dataset } : value;
}

/** Opens every file before anything is imported, so that one that is missing is told while nothing is done. */
export async function openSources(
  {
    files,
    format,
    dataset,
  }: { readonly files: readonly string[]; readonly format?: string; readonly dataset?: string },
  io: Io,
): Promise<ImportSources> {
  const options = { format: foreignFormats.find((name) => name === format) };
  const opened: ImportFile[] = [];
  for (const path of files) {
    opened.push(
      path === '-' ? await openImportInput(getInput(files, io), options) : await openImportFile(path, io.cwd, options),
    );
  }
  return new ImportSources(opened, dataset);
}

function getInput(files: readonly string[], io: Io): AsyncIterable<Uint8Array> {
  if (files.filter((path) => path === '-').length > 1) throw usageFault('"-" stands twice.', 'It can be read once.');
  if (io.input === undefined) throw usageFault('There is no standard input.', 'Name a file.');
  return io.input();
}
