import { resolve } from 'node:path';
import { Fault, type Problem } from '../base/fault.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import { findProjectRoot, toShownFile } from '../files/project/project.ts';
import { assertUsable } from './sample-sources/assert-usable.ts';
import type { DeckSamples, SampledDeck } from './sample-sources/sample-sources.ts';

/** A deck with the samples that its judges are asked about. */
export interface CalibratedDeck extends DeckSamples {
  readonly deck: Deck;
  /** Absolute. */
  readonly path: string;
  readonly deckHash: string;
}

export interface DecksPlace {
  readonly cwd: string;
  /** Names of decks are paths from here. */
  readonly root: string;
  /** true: a sample of a deck that would be skipped is an error. */
  readonly strict: boolean;
  /** true: others take the place of the decks' own samples. */
  readonly hasOtherSamples: boolean;
}

/** A deck that was read, before its samples are chosen. */
export interface ReadDeck extends SampledDeck {
  /** Of its own project. */
  readonly root: string;
  /** The file whose targets it has. Default: the deck itself. */
  readonly targetsBeside?: string;
}

/** Reads decks, each once however often it is named. One Fault for everything that is wrong with any of them. */
export function readDecks(files: readonly string[], place: DecksPlace): readonly ReadDeck[] {
  const { cwd, root, strict, hasOtherSamples } = place;
  if (files.length === 0) throw noDeck();
  const decks: ReadDeck[] = [];
  const problems: Problem[] = [];
  for (const path of new Set(files.map((file) => resolve(cwd, file)))) {
    try {
      const { deck, ...reading } = readDeck(path, { cwd, strict, hasOtherSamples });
      problems.push(...reading.problems);
      const name = toShownFile(path, root);
      if (deck !== undefined) decks.push({ name, path, root: findProjectRoot(path), deck, ...reading });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push(...error.problems);
    }
  }
  assertUsable(problems);
  return decks;
}

function noDeck(): Fault {
  return new Fault({
    code: 'FILE_NONE_FOUND',
    message: 'No deck given.',
    hint: 'Add a deck file, such as tone.deck.md.',
  });
}
