/** How a turn looks: who speaks is seen before anything is read. */
export type RoleLook = 'user' | 'assistant' | 'system' | 'tool' | 'other';

export function toRoleLook(role: string): RoleLook {
  if (role === 'user' || role === 'assistant' || role === 'tool') return role;
  return role === 'system' || role === 'developer' ? 'system' : 'other';
}
