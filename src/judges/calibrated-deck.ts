import { resolve } from 'node:path';
import { Fault, type Problem } from '../base/fault.ts';
import type { Certificate } from '../conversation/certificate.ts';
import type { CalibratedJudge } from '../conversation/judge/calibration.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import { findProjectRoot, toShownFile } from '../files/project/project.ts';
import type { TargetSource } from '../files/targets/read-targets.ts';
import { assertUsable, type DeckSamples, type SampledDeck } from '../samples/sources/sample-sources.ts';

/** A deck with the samples that its judges are asked about. */
export interface CalibratedDeck extends DeckSamples {
  readonly deck: Deck;
  /** Absolute. */
  readonly path: string;
  readonly deckHash: string;
}

/** One deck with one target that follows it. */
export interface DeckJudge {
  readonly judge: CalibratedJudge;
  readonly deck: CalibratedDeck;
  readonly target: TargetSpec;
  readonly source: TargetSource;
  /** The certificate beside the deck now. */
  readonly previous?: Certificate;
}

interface DecksPlace {
  readonly cwd: string;
  /** Names of decks are paths from here. */
  readonly root: string;
  /** true: a sample of a deck that would be skipped is an error. */
  readonly strict: boolean;
  /** true: other samples replace the decks' own. */
  readonly hasOtherSamples: boolean;
}

/** A deck that was read, before its samples are chosen. */
export interface DeckReading extends SampledDeck {
  /** Of its own project. */
  readonly root: string;
  /** The file whose targets it has. Default: the deck itself. */
  readonly targetsBeside?: string;
}

/** Reads decks, each once even if it is named twice. One Fault for everything that is wrong with any of them. */
export function readDecks(files: readonly string[], place: DecksPlace): readonly DeckReading[] {
  const { cwd, root, strict, hasOtherSamples } = place;
  if (files.length === 0) throw noDeck();
  const decks: DeckReading[] = [];
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
