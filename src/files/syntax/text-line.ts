/** Explaining a mistake reads no more of a line than this, so that a line of many megabytes costs no time. */
const lineLimit = 2000;
/** Most of the user's own text that one hint or message shows. */
export const shownLimit = 120;

/** One line of a text, without its line break. `text` may be cut; `end` never is. */
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

/** Cuts what would be too long to print, at a whole character. */
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

/** The message for an escape in double quotes that has no meaning, or lacks digits: `\d`, `\u12`. */
export function toEscapeMessage(sign: string): string {
  const digits = hexDigits[sign];
  const what = digits === undefined ? 'has no meaning' : `needs ${digits} hex digits after it`;
  return `"\\${sign}" ${what} inside double quotes.`;
}

export const escapeAdvice = 'Use single quotes, or \\\\ for each backslash';

/** The inside of a double-quoted text, quoted so that its backslashes stay backslashes. */
export function quoteBackslashes(inner: string): string {
  return /'|\\"/.test(inner) ? `"${inner.replace(/\\(?!")/g, '\\\\')}"` : `'${inner}'`;
}

/** The first line of a library's message, as one sentence that is not too long. */
export function toSentence(message: string): string {
  const line = shorten(message.split('\n', 1)[0]?.trim() ?? '');
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
