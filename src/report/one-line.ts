import { toVisibleText } from '../format/transcript.ts';

/** On one line, with nothing in it that could move the cursor. */
export function toLine(text: string): string {
  return toVisibleText(text).replaceAll(/\s+/g, ' ');
}

/** At most so many characters; what is cut off is an ellipsis. */
export function cutLine(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1)).toWellFormed()}…`;
}

/** The same, with its end kept. */
export function cutStart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(text.length - Math.max(1, width - 1)).toWellFormed()}`;
}
