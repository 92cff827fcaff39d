export const knownRoles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

export function isSystemRole(role: string): boolean {
  return role === 'system' || role === 'developer';
}

/** The role with its first letter in upper case, as it stands in a `[Role]:` marker. */
export function toRoleLabel(role: string): string {
  if (role === '') return '';
  const first = String.fromCodePoint(role.codePointAt(0) ?? 0);
  return first.toUpperCase() + role.slice(first.length);
}
