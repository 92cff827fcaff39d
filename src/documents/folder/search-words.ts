import { searchedByCharacter } from '../../base/unspaced-scripts.ts';

/** Each of these characters is indexed as a word, and a query asks for two neighbors. */
const unspaced = new RegExp(`[${searchedByCharacter}]`, 'gu');
const isUnspaced = new RegExp(unspaced.source, 'u');

/** A text as it is indexed. */
export function toIndexText(text: string): string {
  const folded = text.normalize('NFKC');
  return isUnspaced.test(folded) ? folded.replaceAll(unspaced, ' $& ') : folded;
}

const longestQuery = 1_000;
const mostTerms = 32;
/** Shorter words begin too many others. */
const shortestStem = 4;

/**
 * The query of the index for plain words: any of them, each as the beginning of a word. Every term is
 * quoted, so that no sign has a meaning. Undefined: there is no word in it.
 */
export function toMatch(query: string): string | undefined {
  const words =
    query
      .slice(0, longestQuery)
      .normalize('NFKC')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const terms = [...new Set(words.flatMap(toTerms))].slice(0, mostTerms);
  return terms.length === 0 ? undefined : terms.join(' OR ');
}

function toTerms(word: string): readonly string[] {
  if (!isUnspaced.test(word)) return [toTerm(word)];
  const runs = word.replaceAll(unspaced, ' $& ').trim().split(/\s+/);
  if (runs.length === 1) return runs.map(toTerm);
  return runs.slice(1).map((sign, index) => `"${runs[index]} ${sign}"`);
}

function toTerm(word: string): string {
  return [...word].length >= shortestStem ? `"${word}"*` : `"${word}"`;
}
