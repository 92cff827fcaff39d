/** Scripts that put no space between words: there each character counts as a word. */
const unspaced =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}]';
const letter = `[[\\p{L}\\p{M}\\p{N}]--${unspaced}]`;
/** Letters and digits, with the signs that stand inside a word or a number: it's, 3.5, 10,000. */
const word = new RegExp(`${unspaced}\\p{M}*|${letter}+(?:['’]${letter}+|(?<=\\p{N})[.,](?=\\p{N})${letter}+)*`, 'gv');

/** The words of a text in order, in lower case, one form for characters that can be written in two. */
export function listWords(text: string): readonly string[] {
  return text.normalize('NFC').toLowerCase().match(word) ?? [];
}
