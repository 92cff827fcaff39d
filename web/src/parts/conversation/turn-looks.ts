/** The background of a turn. User turns are tinted, and system turns are less prominent. */
export const turnLooks: Readonly<Record<RoleLook, string>> = {
  user: 'bg-user',
  assistant: 'bg-card',
  system: 'bg-transparent text-quiet text-sm',
  tool: 'bg-transparent text-sm',
  other: 'bg-card',
};

/** The look of a turn, so that you see who speaks before reading. */
export type RoleLook = 'user' | 'assistant' | 'system' | 'tool' | 'other';

export function toRoleLook(role: string): RoleLook {
  if (role === 'user' || role === 'assistant' || role === 'tool') return role;
  return role === 'system' || role === 'developer' ? 'system' : 'other';
}
