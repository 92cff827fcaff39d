import type { Hit } from './keyword-hits.ts';

const blank = /\s/;

/** The beginning of a text on one line, at most `most` characters with the sign that there is more. */
export function cutText(text: string, most: number): string {
  // Collapsed spaces may leave room for more text, but a long run of spaces is not read in full.
  const start = toOneLine(text.slice(0, most * 4)).trim();
  return start.length <= most && text.length <= most * 4
    ? start
    : `${start.slice(0, toWhole(start, most - 1)).trimEnd()}…`;
}

/** The part of a text around a place in it, on one line, at most `most` characters; `…` where something is left out. */
export function toPassage(text: string, { start, end }: Hit, most: number): string {
  const room = most - 2;
  const length = Math.min(end - start, room);
  const before = Math.min(start, Math.floor((room - length) / 3));
  const from = toWordStart(text, start - before, start);
  const to = toWhole(text, Math.min(text.length, from + room));
  const passage = toOneLine(text.slice(from, to)).trim();
  return `${from > 0 ? '…' : ''}${passage}${to < text.length ? '…' : ''}`;
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** The beginning of a word at or behind `from`, and before `latest`; there may be none. */
function toWordStart(text: string, from: number, latest: number): number {
  if (from === 0) return 0;
  for (let at = from; at < latest; at += 1) if (blank.test(text.charAt(at - 1))) return at;
  return toWhole(text, from);
}

/** Not in the middle of a character that takes two places. */
function toWhole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
