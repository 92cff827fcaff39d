import { dirname, resolve } from 'node:path';
import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { toSamplesHash } from '../calibrate/certificate/to-certificate.ts';
import type { Certificate } from '../conversation/certificate.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { findDatasetName } from '../conversation/sample.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import { readSampleSources } from '../samples/sources/read-sample-sources.ts';
import type { Store } from '../store/port.ts';

interface CertifiedDeck {
  /** Absolute path. */
  readonly path: string;
  /** From the project root. */
  readonly name: string;
  /** The bundled deck, which is not a file. */
  readonly bundled?: Deck;
}

interface SamplesPlace {
  readonly cwd: string;
  /** The database with the labels of samples. Undefined: there is none yet. */
  readonly store: Pick<Store, 'curation' | 'runs'> | undefined;
}

/** The samples of certificates as they are now. Each set is read once. */
export class CertifiedSamples {
  readonly #place: SamplesPlace;
  readonly #hashes = new Map<string, Promise<string>>();

  constructor(place: SamplesPlace) {
    this.#place = place;
  }

  /**
   * The hash of the samples now. Empty: they can no longer be used. Undefined: some come from a dataset, which changes
   * while people label it, and takes too long to read in a run.
   */
  async findHash(deck: CertifiedDeck, certificate: Certificate): Promise<string | undefined> {
    const { sources, split, tags } = certificate;
    if (sources.some((source) => findDatasetName(source) !== undefined)) return undefined;
    const key = JSON.stringify([deck.path, sources, split, tags]);
    const hash = this.#hashes.get(key) ?? this.#readHash(deck, certificate);
    this.#hashes.set(key, hash);
    return hash;
  }

  /** Whether some sources contain test samples. Always false for datasets, which are not read. */
  async hasTest(deck: CertifiedDeck, certificate: Certificate): Promise<boolean> {
    const hash = await this.findHash(deck, { ...certificate, split: 'test' });
    return hash !== undefined && hash !== '';
  }

  async #readHash({ path, name, bundled }: CertifiedDeck, { sources, split, tags }: Certificate): Promise<string> {
    const { cwd, store } = this.#place;
    try {
      const { deck, ...reading } = bundled === undefined ? readDeck(path, { cwd }) : { ...nothingRead, deck: bundled };
      if (deck === undefined) return '';
      const files = sources.filter((source) => source !== 'deck').map((source) => resolve(dirname(path), source));
      const [read] = await readSampleSources({
        decks: [{ name, path, deck, ...reading }],
        sources: files,
        split,
        ...(tags === undefined ? {} : { tags }),
        cwd,
        ...definedOnly({ store }),
      });
      return toSamplesHash((read?.samples ?? []).map(({ sample }) => sample));
    } catch (error) {
      if (error instanceof Fault) return '';
      throw error;
    }
  }
}

const nothingRead = { skipped: [], problems: [], places: new Map() };
