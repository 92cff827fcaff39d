import { readdirSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { findForeignProblem } from '../../files/project/foreign-file.ts';
import { readSamples, type SampleFile } from '../../files/samples/read-samples.ts';

const sampleFile = /^\.(?:toml|jsonl|ndjson|csv|tsv)$/i;

/** Sample files. Each is read once for all decks. */
export class FileSources {
  readonly #options: { readonly cwd: string; readonly strict: boolean };
  readonly #files = new Map<string, Promise<SampleFile>>();

  constructor(options: { readonly cwd: string; readonly strict: boolean }) {
    this.#options = options;
  }

  /** Throws a Fault if the file cannot be read. */
  read(file: string): Promise<SampleFile> {
    const path = resolve(this.#options.cwd, file);
    const reading = this.#files.get(path) ?? this.#read(path, file);
    this.#files.set(path, reading);
    return reading;
  }

  async #read(path: string, file: string): Promise<SampleFile> {
    if (!sampleFile.test(extname(path))) {
      const named = findForeignProblem({ path, shown: file }, { hasReader: true });
      if (named !== undefined) throw new Fault([named]);
      throw new Fault({ code: 'FILE_UNKNOWN_KIND', message: `"${file}" is not a sample file.`, hint: kinds, file });
    }
    try {
      return await readSamples(path, this.#options);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'FILE_MISSING') throw error;
      throw withHint(error, suggestSamples(path, file));
    }
  }
}

const kinds = 'Use a .samples.toml file, a .samples.jsonl file with one object per line, a .csv file, or dataset:NAME.';

/** A hint with the sample files in the same folder. */
function suggestSamples(path: string, file: string): string {
  const names = listNames(dirname(path)).filter((name) => /\.samples\.(?:toml|jsonl|ndjson|csv|tsv)$/i.test(name));
  const known = names.map((name) => join(dirname(file), name));
  return known.length === 0 ? kinds : suggestFrom(file, known);
}

/** The names in a folder, sorted. Empty if the folder cannot be read. */
export function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Adds the hint to problems without one. */
function withHint(fault: Fault, hint: string): Fault {
  const [first, ...rest] = fault.problems.map((problem) => ({ ...problem, hint: problem.hint ?? hint }));
  return first === undefined ? fault : new Fault([first, ...rest], { cause: fault.cause });
}

/** The name of a sample file in certificates: its path from the folder of the deck, with forward slashes. */
export function toSourceName(file: string, { cwd, deck }: { readonly cwd: string; readonly deck: string }): string {
  const path = resolve(cwd, file);
  const name = relative(dirname(deck), path);
  return (isAbsolute(name) ? path : name).split(sep).join('/');
}
