import { toVisibleText } from '../../format/transcript.ts';

const excerptLength = 200;
/** So much of a text is shown before the place of interest. */
export const leadIn = 40;
/** What may have to be made visible. To look for it costs a fraction of replacing it, and most texts have none. */
const unplain = /[\u0000-\u001f\u007f-\u009f\u200e-\u206f\ud800-\udfff]/;

/** The part of a text around a place, at most `length` characters, in quotes, on one line, controls made visible. */
export function quoteExcerpt(text: string, from = 0, length = excerptLength): string {
  if (text === '') return 'nothing';
  const start = from <= leadIn || text.length <= length ? 0 : toWholeCharacter(text, from - leadIn);
  const end = toWholeCharacter(text, start + length);
  const part = start === 0 && end === text.length ? text : text.slice(start, end);
  const shown = unplain.test(part) ? toVisibleLine(part) : part;
  return `"${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}"`;
}

/** What the reply was, as a last sentence. A quote that ends its own sentence needs no second period. */
export function tellGot(text: string, from = 0, length = excerptLength): string {
  const quoted = quoteExcerpt(text, from, length);
  return `Got ${quoted}${/[.!?]"$/.test(quoted) ? '' : '.'}`;
}

/** Few texts are wanted, of many replies: each is put in quotes once. The bound is for a stream of cases with their own. */
const keptQuotes = 1000;
const quotes = new Map<string, string>();

/** `quoteExcerpt` of a text that a grader wants. */
export function quoteWanted(text: string): string {
  const known = quotes.get(text);
  if (known !== undefined) return known;
  if (quotes.size >= keptQuotes) quotes.clear();
  const quoted = quoteExcerpt(text);
  quotes.set(text, quoted);
  return quoted;
}

/** Line breaks and other controls as pictures, so that the text stays on its line; half characters as replaced. */
export function toVisibleLine(text: string): string {
  return toVisibleText(text)
    .replaceAll(/[\n\u2028\u2029]/g, '␊')
    .toWellFormed();
}

/** An index that is not between the two halves of a character. */
function toWholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : Math.min(index, text.length);
}

/** A score for people: three decimals at most, and never rounded to a 1 or a 0 that it is not. */
export function toShownScore(score: number): string {
  const rounded = Number(score.toFixed(3));
  if (rounded === 1 && score < 1) return '0.999';
  return rounded === 0 && score > 0 ? '0.001' : String(rounded);
}
