/** The ground a turn stands on. What the user says is tinted; what frames the talk is quiet. */
export const turnLooks: Readonly<Record<RoleLook, string>> = {
  user: 'bg-user',
  assistant: 'bg-card',
  system: 'bg-transparent text-quiet text-sm',
  tool: 'bg-transparent text-sm',
  other: 'bg-card',
};

/** How a turn looks: who speaks is seen before anything is read. */
type RoleLook = 'user' | 'assistant' | 'system' | 'tool' | 'other';

export function toRoleLook(role: string): RoleLook {
  if (role === 'user' || role === 'assistant' || role === 'tool') return role;
  return role === 'system' || role === 'developer' ? 'system' : 'other';
}
