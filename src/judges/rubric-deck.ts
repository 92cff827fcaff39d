import { join } from 'node:path';
import type { Deck } from '../conversation/judge/deck.ts';
import { isRubricDeck, outcomeDeck, rubricName } from '../grade/judge/outcome-deck.ts';
import type { DeckReading } from './calibrated-deck.ts';

/**
 * Where the bundled deck of a project would be if it were a file. Only its certificate is there, as
 * `.turnwise/outcome.deck.cert.json`; commit it like that of any deck.
 */
export function toRubricPath(root: string): string {
  return join(root, '.turnwise', 'outcome.deck.md');
}

/** How a certificate is read and written, so that messages say how to calibrate its judge. */
export function toCertificatePlace(deck: Deck, cwd: string): { readonly cwd: string; readonly named?: string } {
  return isRubricDeck(deck) ? { cwd, named: '--rubric --samples <file>.samples.toml' } : { cwd };
}

/** The bundled deck as `calibrate --rubric` reads it. Its targets are those that an eval file in `cwd` would have. */
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
