import { dirname } from 'node:path';
import type { Deck } from '../conversation/deck.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { EvalSource } from './run-context.ts';

/** A deck and whom it will be asked of. */
export interface AskedDeck {
  readonly deck: Deck;
  /** Before the environment is filled in. */
  readonly spec: TargetSpec;
  /** Of the project whose targets file has the target. */
  readonly root: string;
  /** Of the targets file. */
  readonly folder: string;
}

/** Which decks are asked of which targets: each pair once, in the order they are met. */
export class AskedDecks {
  /** By identity: decks and targets are read once a file, and this is called for every case. */
  readonly #sources = new Map<Deck, Map<TargetSpec, EvalSource>>();

  add(source: EvalSource, deck: Deck, target: string): void {
    const spec = source.specs.get(target);
    if (spec === undefined) return;
    const asked = this.#sources.get(deck) ?? new Map<TargetSpec, EvalSource>();
    if (asked.size === 0) this.#sources.set(deck, asked);
    if (!asked.has(spec)) asked.set(spec, source);
  }

  list(): readonly AskedDeck[] {
    const pairs = new Map<string, AskedDeck>();
    for (const [deck, asked] of this.#sources) {
      for (const [spec, { evalFile, targetsFile }] of asked) {
        const key = JSON.stringify([deck.file, targetsFile?.path, spec.id]);
        if (pairs.has(key)) continue;
        const folder = dirname(targetsFile?.path ?? evalFile.path);
        pairs.set(key, { deck, spec, root: evalFile.root, folder });
      }
    }
    return [...pairs.values()];
  }
}
