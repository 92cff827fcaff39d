import type { Problem } from '../../base/fault.ts';
import { listSampleIds, readSampleTable, type SampleReader } from '../samples/sample-reader.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { parseToml } from '../syntax/toml/parse-toml.ts';
import { emptyFile } from '../text/read-text.ts';
import { findTomlPart, listTomlAnchors } from './anchors.ts';
import { type ContextReading, type PlacedContext, readDefinitions } from './contexts.ts';

/** A TOML file that a deck includes. */
interface TomlFile {
  readonly data: PlacedData;
  readonly contexts: readonly ContextReading[];
  readonly sampleIds: readonly string[];
  readonly hasSamples: boolean;
  /** The samples that the deck takes: those with these ids, or all. */
  taken: Set<string> | 'all';
}

/** `missing`: the file has no such part, and these are the parts that it has. */
interface Taking {
  readonly problems: readonly Problem[];
  readonly missing?: readonly string[];
}

/**
 * The contexts and samples from the TOML files that a deck includes. Each file is read once, even if several includes
 * take parts of it.
 */
export class DeckDefinitions {
  readonly #reader: SampleReader;
  readonly #contexts = new Map<string, PlacedContext>();
  readonly #files = new Map<string, TomlFile | undefined>();
  readonly #reported = new Set<ContextReading>();
  #firstFile: string | undefined;

  constructor(reader: SampleReader) {
    this.#reader = reader;
  }

  /** In order of first appearance. A later definition replaces an earlier one in its position. */
  get contexts(): readonly PlacedContext[] {
    return [...this.#contexts.values()];
  }

  /** The first TOML file, as shown to people. More definitions can go there. */
  get firstFile(): string | undefined {
    return this.#firstFile;
  }

  has(real: string): boolean {
    return this.#files.has(real);
  }

  /** Adds a file by its real path. Returns the problems of the file itself. */
  add(real: string, text: string, file: string): readonly Problem[] {
    this.#firstFile ??= file;
    const reading = 'deck TOML';
    const { data, problems } =
      text.trim() === '' ? { problems: emptyFile(file, reading).problems } : parseToml({ text, file, reading });
    if (data === undefined) {
      this.#files.set(real, undefined);
      return problems;
    }
    const { contexts, hasSamples, problems: found } = readDefinitions(data, 'DECK');
    const sampleIds = hasSamples ? listSampleIds(data) : [];
    this.#files.set(real, { data, contexts, sampleIds, hasSamples, taken: new Set() });
    return [...problems, ...found];
  }

  /** Takes all definitions of a file, or the part that an anchor names. */
  take(real: string, anchor: string | undefined): Taking {
    const file = this.#files.get(real);
    if (file === undefined) return { problems: [] };
    const names = { contexts: file.contexts.map(({ name }) => name), samples: file.sampleIds };
    const part = anchor === undefined ? names : findTomlPart(anchor, names);
    if (part === undefined) return { problems: [], missing: listTomlAnchors(anchor ?? '', names) };
    const isWhole = anchor === undefined || (anchor === 'samples' && part.contexts.length === 0);
    if (isWhole) file.taken = 'all';
    else if (file.taken !== 'all') for (const id of part.samples) file.taken.add(id);
    return { problems: this.#declare(file.contexts.filter(({ name }) => part.contexts.includes(name))) };
  }

  /** Reads the samples of all files. Call it once, after the last include. */
  readSamples(): void {
    for (const file of this.#files.values()) {
      if (file?.hasSamples !== true) continue;
      if (file.taken === 'all') readSampleTable(file.data, this.#reader);
      else if (file.taken.size > 0) readSampleTable(file.data, this.#reader, file.taken);
    }
  }

  /** A later definition wins and keeps the earlier position, even if it comes from a file that was read before. */
  #declare(contexts: readonly ContextReading[]): readonly Problem[] {
    const problems: Problem[] = [];
    for (const reading of contexts) {
      if (reading.placed !== undefined) this.#contexts.set(reading.name, reading.placed);
      if (!this.#reported.has(reading)) problems.push(...reading.problems);
      this.#reported.add(reading);
    }
    return problems;
  }
}
