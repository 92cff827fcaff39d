import { toVisibleText } from '../../format/transcript.ts';

const excerptLength = 200;
const leadIn = 40;

/** The part of a text around a place, in quotes, on one line, controls made visible. */
export function quoteExcerpt(text: string, from = 0): string {
  if (text === '') return 'nothing';
  const start = from <= leadIn || text.length <= excerptLength ? 0 : toWholeCharacter(text, from - leadIn);
  const end = toWholeCharacter(text, start + excerptLength);
  const shown = toVisibleLine(text.slice(start, end));
  return `"${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}"`;
}

/** Line breaks and other controls as pictures, so that the text stays on its line. */
export function toVisibleLine(text: string): string {
  return toVisibleText(text).replaceAll(/[\n\u2028\u2029]/g, '␊');
}

/** An index that does not stand between the two halves of a character. */
function toWholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : Math.min(index, text.length);
}
