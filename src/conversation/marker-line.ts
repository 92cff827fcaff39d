import { knownRoles } from './role.ts';

const markerLine = /^[ \t]*\[(\p{L}[\p{L}\p{N} _-]{0,40})\]:[ \t]*([^\n]*)$/gmu;

export interface MarkerLine {
  /** 0-based line in the text. */
  readonly line: number;
  readonly text: string;
}

/**
 * The first line of a text that a reader could take for the start of a turn.
 * `[Word]:` alone on a line is one; with text behind it, only when the word is a role, so that Markdown link
 * definitions are left in peace.
 */
export function findMarkerLine(text: string, roles: readonly string[] = []): MarkerLine | undefined {
  if (!text.includes(']:')) return undefined;
  const labels = new Set([...knownRoles, ...roles].map((role) => role.toLowerCase()));
  for (const match of text.matchAll(markerLine)) {
    const [whole, word = '', rest = ''] = match;
    if (rest.trim() !== '' && !labels.has(word.toLowerCase())) continue;
    return { line: text.slice(0, match.index).split('\n').length - 1, text: whole.trim() };
  }
  return undefined;
}
