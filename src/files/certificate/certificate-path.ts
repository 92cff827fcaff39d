import { basename, dirname, join } from 'node:path';

/**
 * Where the certificates of a deck are: next to it.
 *
 * @example toCertificatePath('graders/tone.deck.md')  // 'graders/tone.deck.cert.json'
 */
export function toCertificatePath(deckPath: string): string {
  return join(dirname(deckPath), `${basename(deckPath).replace(/\.md$/i, '')}.cert.json`);
}
