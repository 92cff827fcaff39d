import { unspacedScripts } from '../../base/unspaced-scripts.ts';

const unspaced = `[${unspacedScripts}]`;
const letter = `[[\\p{L}\\p{M}\\p{N}]--${unspaced}]`;
/** Letters and digits, with the characters inside a word or a number: it's, 3.5, 10,000. */
const word = new RegExp(`${unspaced}\\p{M}*|${letter}+(?:['’]${letter}+|(?<=\\p{N})[.,](?=\\p{N})${letter}+)*`, 'gv');

/** The words of a text in order, in lower case and in Unicode normal form. */
export function listWords(text: string): readonly string[] {
  return text.normalize('NFC').toLowerCase().match(word) ?? [];
}
