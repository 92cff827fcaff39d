export const knownRoles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

export function isSystemRole(role: string): boolean {
  return role === 'system' || role === 'developer';
}

/** Whether a role speaks for the assistant: `assistant`, and the roles that the dataset of the item names. */
export function isAssistantRole(role: string, named: readonly string[] = []): boolean {
  return role === 'assistant' || named.includes(role);
}

/** Whether a message is an answer, or a tool step before an answer. `function` is an older name of `tool`. */
export function isAnswerRole(role: string): boolean {
  return role === 'assistant' || isToolRole(role);
}

export function isToolRole(role: string): boolean {
  return role === 'tool' || role === 'function';
}

/** The role with a capital first letter, as in a `[Role]:` marker. */
export function toRoleLabel(role: string): string {
  if (role === '') return '';
  const first = String.fromCodePoint(role.codePointAt(0) ?? 0);
  return first.toUpperCase() + role.slice(first.length);
}

const markerLine = /^[ \t]*\[([^\]\n]{1,200})\]:[ \t]*([^\n]*)$/gmu;
const word = /^\p{L}[\p{L}\p{N} _-]*$/u;

interface MarkerLine {
  /** 0-based line in the text. */
  readonly line: number;
  readonly text: string;
}

/**
 * The first line of a text that looks like the start of a turn: `[Word]:` alone on a line, or `[Role]:` with a known
 * role or a role of this conversation. Markdown link definitions such as `[docs]: https://…` do not count.
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
