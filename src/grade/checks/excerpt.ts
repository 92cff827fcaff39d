import { toVisibleText } from '../../format/transcript.ts';

const excerptLength = 200;
/** Characters shown before the place of interest. */
export const leadIn = 40;
/**
 * Characters that may need to be made visible. The test is much faster than the replacement, and most texts have none.
 */
const unplain = /[\u0000-\u001f\u007f-\u009f\u200e-\u206f\ud800-\udfff]/;

/** Quotes at most `length` characters around a place of a text, on one line, with control characters made visible. */
export function quoteExcerpt(text: string, from = 0, length = excerptLength): string {
  if (text === '') return 'nothing';
  const start = from <= leadIn || text.length <= length ? 0 : toWholeCharacter(text, from - leadIn);
  const end = toWholeCharacter(text, start + length);
  const part = start === 0 && end === text.length ? text : text.slice(start, end);
  const shown = unplain.test(part) ? toVisibleLine(part) : part;
  return `"${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}"`;
}

/** A final sentence with the reply. A quote that ends a sentence needs no second period. */
export function renderGot(text: string, from = 0, length = excerptLength): string {
  const quoted = quoteExcerpt(text, from, length);
  return `Got ${quoted}${/[.!?]"$/.test(quoted) ? '' : '.'}`;
}

/**
 * A few expected texts are compared with many replies, so each is quoted once. The limit is for streams of cases with
 * texts of their own.
 */
const keptQuotes = 1000;
const quotes = new Map<string, string>();

/** Quotes a text that a grader expects. */
export function quoteExpected(text: string): string {
  const known = quotes.get(text);
  if (known !== undefined) return known;
  if (quotes.size >= keptQuotes) quotes.clear();
  const quoted = quoteExcerpt(text);
  quotes.set(text, quoted);
  return quoted;
}

/**
 * Shows line breaks and other control characters as symbols, so that the text stays on one line. Unpaired surrogates
 * are replaced.
 */
export function toVisibleLine(text: string): string {
  return toVisibleText(text)
    .replaceAll(/[\n\u2028\u2029]/g, '␊')
    .toWellFormed();
}

/** Moves an index that is inside a surrogate pair to its start. */
function toWholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : Math.min(index, text.length);
}

/** A score for people: at most three decimals, and never rounded to 0 or 1. */
export function toShownScore(score: number): string {
  const rounded = Number(score.toFixed(3));
  if (rounded === 1 && score < 1) return '0.999';
  return rounded === 0 && score > 0 ? '0.001' : String(rounded);
}
