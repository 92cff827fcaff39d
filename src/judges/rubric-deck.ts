import { join } from 'node:path';
import type { Deck } from '../conversation/judge/deck.ts';
import { isRubricDeck, outcomeDeck, rubricName } from '../grade/judge/outcome-deck.ts';
import type { DeckReading } from './calibrated-deck.ts';

/**
 * The path that the bundled deck would have in a project. Only its certificate exists, as
 * `.turnwise/outcome.deck.cert.json`. Commit it like that of any deck.
 */
export function toRubricPath(root: string): string {
  return join(root, '.turnwise', 'outcome.deck.md');
}

/** How a certificate is read and written, so that messages contain the right command to calibrate its judge. */
export function toCertificatePlace(deck: Deck, cwd: string): { readonly cwd: string; readonly named?: string } {
  return isRubricDeck(deck) ? { cwd, named: '--rubric --samples <file>.samples.toml' } : { cwd };
}

/** The bundled deck for `calibrate --rubric`. Its targets are those of an eval file in `cwd`. */
export function readRubricDeck({ root, cwd }: { readonly root: string; readonly cwd: string }): DeckReading {
  return {
    name: rubricName,
    path: toRubricPath(root),
    root,
    targetsBeside: join(cwd, 'outcome.deck.md'),
    deck: outcomeDeck,
    skipped: [],
    problems: [],
    places: new Map(),
  };
}
