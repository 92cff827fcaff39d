import type { Ref } from '../../../../../src/conversation/ref.ts';
import type { RefChange } from './ref-changes.ts';

/** A stretch of a text, from `start` up to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The range of an excerpt in a text. White space may differ, as it does in text copied from a page. */
export function findExcerpt(text: string, excerpt: string): TextRange | undefined {
  const words = excerpt.trim().split(/\s+/);
  if (words[0] === '') return undefined;
  const start = text.indexOf(excerpt.trim());
  if (start >= 0) return { start, end: start + excerpt.trim().length };
  return findWords(text, words);
}

function findWords(text: string, words: readonly string[]): TextRange | undefined {
  const [first = ''] = words;
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    const end = findWordsEnd(text, words, start);
    if (end !== undefined) return { start, end };
  }
  return undefined;
}

function findWordsEnd(text: string, words: readonly string[], start: number): number | undefined {
  let at = start;
  for (const [place, word] of words.entries()) {
    const next = place === 0 ? at : skipSpace(text, at);
    if ((place > 0 && next === at) || !text.startsWith(word, next)) return undefined;
    at = next + word.length;
  }
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

/** The stretch without white space at its ends. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  const picked = text.slice(start, end);
  return {
    start: start + picked.length - picked.trimStart().length,
    end: end - picked.length + picked.trimEnd().length,
  };
}

/** The paragraphs that contain a range of a text. */
export function toPassage(text: string, { start, end }: TextRange): string {
  const before = text.lastIndexOf('\n\n', start);
  const after = text.indexOf('\n\n', end);
  return text.slice(before === -1 ? 0 : before + 2, after === -1 ? text.length : after).trim();
}

/**
 * Makes a passage of a text the key excerpt. The content of the reference has to contain the excerpt, so its paragraph is
 * added to the content if necessary.
 */
export function toExcerptChange({ content }: Ref, text: string, range: TextRange): RefChange {
  const keyExcerpt = text.slice(range.start, range.end);
  if (content === undefined || findExcerpt(content, keyExcerpt) !== undefined) return { keyExcerpt };
  const passage = toPassage(text, range);
  return { keyExcerpt, content: content.trim() === '' ? passage : `${content.trimEnd()}\n\n${passage}` };
}

/**
 * Maps a position in the rendered text of a message to its source, by the piece of text around it. Returns the end if the
 * source does not contain the piece, for example inside a link.
 */
export function toCaretPlace(source: string, shown: string, offset: number): number {
  const start = shown === '' ? -1 : source.indexOf(shown);
  return start === -1 ? source.length : start + Math.min(offset, shown.length);
}
