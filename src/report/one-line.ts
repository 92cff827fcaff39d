import cliTruncate from 'cli-truncate';
import { toVisibleText } from '../format/transcript.ts';

/** On one line, with nothing in it that could move the cursor. */
export function toLine(text: string): string {
  return toVisibleText(text).replaceAll(/\s+/g, ' ');
}

/** Cuts a line to `width` columns of a terminal. An ellipsis replaces what is cut off. */
export function cutLine(text: string, width: number): string {
  return cut(text, width, 'end');
}

/** The same, with its end kept. */
export function cutStart(text: string, width: number): string {
  return cut(text, width, 'start');
}

/** The same, with its start and its end kept. */
export function cutMiddle(text: string, width: number): string {
  return cut(text, width, 'middle');
}

function cut(text: string, width: number, position: 'start' | 'middle' | 'end'): string {
  return width === Number.POSITIVE_INFINITY ? text : cliTruncate(text, Math.max(1, width), { position });
}
