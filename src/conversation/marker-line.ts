import { knownRoles } from './role.ts';

const markerLine = /^[ \t]*\[([^\]\n]{1,200})\]:[ \t]*([^\n]*)$/gmu;
const word = /^\p{L}[\p{L}\p{N} _-]*$/u;

export interface MarkerLine {
  /** 0-based line in the text. */
  readonly line: number;
  readonly text: string;
}

/**
 * The first line of a text that a reader could take for the start of a turn.
 * `[Word]:` alone on a line is one, and so is `[Role]:` with a role of this conversation or a known one, with or
 * without text behind it. Markdown link definitions, `[docs]: https://…`, are left in peace.
 */
export function findMarkerLine(text: string, roles: readonly string[] = []): MarkerLine | undefined {
  if (!text.includes(']:')) return undefined;
  const labels = new Set([...knownRoles, ...roles].map((role) => role.toLowerCase()));
  for (const match of text.matchAll(markerLine)) {
    const [whole, label = '', rest = ''] = match;
    const isRole = labels.has(label.toLowerCase());
    if (!isRole && (rest.trim() !== '' || !word.test(label))) continue;
    return { line: text.slice(0, match.index).split('\n').length - 1, text: whole.trim() };
  }
  return undefined;
}
