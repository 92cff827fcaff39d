import type { Place } from '../base/fault.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { ImportFile } from '../files/foreign/open-import-file.ts';
import { type EntryPlace, toEntryPlace } from '../files/foreign/read-entries.ts';
import type { Incoming } from './import-report.ts';

/** The files of one import, and the place of each item in them. */
export class ImportSources {
  readonly files: readonly ImportFile[];
  readonly #dataset: string | undefined;
  /** Index of the first item of each file that was begun. */
  readonly #starts: number[] = [];
  /** By index. Mostly numbers, so that a long file takes little memory. */
  readonly #places: EntryPlace[] = [];

  /** `dataset`: for items that name none. Default: the dataset that their file is named after. */
  constructor(files: readonly ImportFile[], dataset?: string) {
    this.files = files;
    this.#dataset = dataset;
  }

  async *read(): AsyncGenerator<Incoming> {
    for (const { entries, dataset } of this.files) {
      this.#starts.push(this.#places.length);
      for await (const entry of entries) {
        const index = this.#places.push(entry.at) - 1;
        if (entry.problem !== undefined) yield { index, problem: entry.problem };
        else yield { index, value: withDataset(entry.value, this.#dataset ?? dataset) };
      }
    }
  }

  /** Looked up where it is not known yet, which takes as long as reading the file. */
  placeOf(index: number): Place {
    const at = this.#starts.findLastIndex((start) => start <= index);
    const place = this.#places[index];
    const file = this.files[at]?.file;
    return place === undefined || file === undefined ? {} : toEntryPlace(place, file);
  }

  /** The line, if nothing has to be looked up. */
  findLine(index: number): number | undefined {
    const place = this.#places[index];
    return typeof place === 'number' ? place : undefined;
  }
}

/** An item that names no dataset goes to that of its file. */
function withDataset(value: unknown, dataset: string | undefined): unknown {
  if (dataset === undefined || !isPlainObject(value)) return value;
  return (value.datasetName ?? value.dataset) == null ? { ...value, datasetName: dataset } : value;
}
