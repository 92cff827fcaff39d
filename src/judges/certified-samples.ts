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
  /** Absolute. */
  readonly path: string;
  /** From the project root. */
  readonly name: string;
  /** The bundled deck, which is no file. */
  readonly bundled?: Deck;
}

interface SamplesPlace {
  readonly cwd: string;
  /** Has the labels of samples. Undefined: there is no database yet. */
  readonly store: Pick<Store, 'curation' | 'runs'> | undefined;
}

/** The samples that certificates were given on, as they are now; each set is read once. */
export class CertifiedSamples {
  readonly #place: SamplesPlace;
  readonly #hashes = new Map<string, Promise<string>>();

  constructor(place: SamplesPlace) {
    this.#place = place;
  }

  /**
   * Their hash; empty when they cannot be used any more.
   * Undefined when some come from a dataset: people go on labeling it, and to read it whole is no work for a run.
   */
  async findHash(deck: CertifiedDeck, certificate: Certificate): Promise<string | undefined> {
    const { sources, split, tags } = certificate;
    if (sources.some((source) => findDatasetName(source) !== undefined)) return undefined;
    const key = JSON.stringify([deck.path, sources, split, tags]);
    const hash = this.#hashes.get(key) ?? this.#readHash(deck, certificate);
    this.#hashes.set(key, hash);
    return hash;
  }

  /** Whether some of its sources are kept for a test. Not told of datasets, which are not read. */
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
