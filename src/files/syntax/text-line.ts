/** Maximum part of a line to read for an explanation, so that a line of many megabytes takes no time. */
const lineLimit = 2000;
/** Maximum length of user text in one hint or message. */
export const shownLimit = 120;

/** One line of a text, without its line break. `text` may be shortened, `end` is not. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function lineAt(text: string, offset: number): TextLine {
  const start = offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const found = text.indexOf('\n', start);
  const end = found === -1 ? text.length : found;
  return { start, end, text: text.slice(start, Math.min(end, start + lineLimit)).replace(/\r$/, '') };
}

export function findLineAbove(text: string, { start }: TextLine): TextLine | undefined {
  return start === 0 ? undefined : lineAt(text, start - 1);
}

export function findLineBelow(text: string, { end }: TextLine): TextLine | undefined {
  return end + 1 >= text.length ? undefined : lineAt(text, end + 1);
}

/** Shortens a text for a message without cutting a character in two. */
export function shorten(text: string, limit = shownLimit): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(1, limit - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** @example toSpaces(2) // 'two spaces' */
export function toSpaces(count: number): string {
  return `${numbers[count] ?? count} ${count === 1 ? 'space' : 'spaces'}`;
}

const hexDigits: { readonly [sign: string]: string } = { x: 'two', u: 'four', U: 'eight' };

/** The message for an escape in double quotes that is unknown or lacks digits: `\d`, `\u12`. */
export function toEscapeMessage(sign: string): string {
  const digits = hexDigits[sign];
  const what = digits === undefined ? 'has no meaning' : `needs ${digits} hex digits after it`;
  return `"\\${sign}" ${what} inside double quotes.`;
}

export const escapeAdvice = 'Use single quotes, or \\\\ for each backslash';

/** Quotes the inside of a double-quoted text so that its backslashes are kept. */
export function quoteBackslashes(inner: string): string {
  return /'|\\"/.test(inner) ? `"${inner.replace(/\\(?!")/g, '\\\\')}"` : `'${inner}'`;
}

/** The first line of a library's message, as one sentence of limited length. */
export function toSentence(message: string): string {
  const line = shorten(message.split('\n', 1)[0]?.trim() ?? '');
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
