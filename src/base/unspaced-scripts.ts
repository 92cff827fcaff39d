/** Scripts without spaces between words, for a character class of a regular expression: each character counts as a word. */
export const unspacedScripts = [
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'],
  ...['Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Javanese', 'Balinese'],
]
  .map((script) => `\\p{sc=${script}}`)
  .join('');

/**
 * Scripts that are searched by character. Korean has spaces, so its words can be counted, but particles are attached to
 * them: a search for a noun has to find it in front of any particle.
 */
export const searchedByCharacter = `${unspacedScripts}\\p{sc=Hangul}`;

/**
 * Scripts that the search of items splits into characters, with the signs they share. Databases contain an index of this
 * list, so a change needs a migration that builds the index again.
 */
export const indexedByCharacter = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}';
