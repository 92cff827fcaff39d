export const knownRoles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

export function isSystemRole(role: string): boolean {
  return role === 'system' || role === 'developer';
}

/** Whether a message answers, or is a step on the way to an answer. `function` is an older name of `tool`. */
export function isAnswerRole(role: string): boolean {
  return role === 'assistant' || isToolRole(role);
}

export function isToolRole(role: string): boolean {
  return role === 'tool' || role === 'function';
}

/** The role with its first letter in upper case, as it stands in a `[Role]:` marker. */
export function toRoleLabel(role: string): string {
  if (role === '') return '';
  const first = String.fromCodePoint(role.codePointAt(0) ?? 0);
  return first.toUpperCase() + role.slice(first.length);
}
