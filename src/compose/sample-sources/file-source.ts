import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { readSamples, type SampleFile } from '../../files/samples/read-samples.ts';

const sampleFile = /^\.(?:toml|jsonl|ndjson)$/i;

/** Sample files, each read once, however many decks are calibrated with it. */
export class FileSources {
  readonly #options: { readonly cwd: string; readonly strict: boolean };
  readonly #files = new Map<string, Promise<SampleFile>>();

  constructor(options: { readonly cwd: string; readonly strict: boolean }) {
    this.#options = options;
  }

  /** Throws a Fault when the file cannot be read. */
  read(file: string): Promise<SampleFile> {
    const path = resolve(this.#options.cwd, file);
    const reading = this.#files.get(path) ?? this.#read(path, file);
    this.#files.set(path, reading);
    return reading;
  }

  async #read(path: string, file: string): Promise<SampleFile> {
    if (sampleFile.test(extname(path))) return readSamples(path, this.#options);
    const message = `"${file}" is not a sample file.`;
    const hint = 'Samples are TOML, .samples.toml, or one JSON object a line, .samples.jsonl; or dataset:NAME.';
    throw new Fault({ code: 'FILE_UNKNOWN_KIND', message, hint, file });
  }
}

/** How a certificate names a file, wherever the project lies: its path from the folder of the deck, with slashes. */
export function toSourceName(file: string, { cwd, deck }: { readonly cwd: string; readonly deck: string }): string {
  const path = resolve(cwd, file);
  const name = relative(dirname(deck), path);
  return (isAbsolute(name) ? path : name).split(sep).join('/');
}
