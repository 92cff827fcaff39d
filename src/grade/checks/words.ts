import { unspacedScripts } from '../../base/unspaced-scripts.ts';

const unspaced = `[${unspacedScripts}]`;
const letter = `[[\\p{L}\\p{M}\\p{N}]--${unspaced}]`;
/** Letters and digits, with the signs inside a word or a number: it's, 3.5, 10,000. */
const word = new RegExp(`${unspaced}\\p{M}*|${letter}+(?:['’]${letter}+|(?<=\\p{N})[.,](?=\\p{N})${letter}+)*`, 'gv');

/** The words of a text in order, in lower case, one form for characters that can be written in two. */
export function listWords(text: string): readonly string[] {
  return text.normalize('NFC').toLowerCase().match(word) ?? [];
}
