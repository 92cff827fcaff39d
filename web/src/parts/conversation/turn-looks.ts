import type { RoleLook } from './role-look.ts';

/** The ground a turn stands on. What the user says is tinted; what frames the talk is quiet. */
export const turnLooks: Readonly<Record<RoleLook, string>> = {
  user: 'bg-user',
  assistant: 'bg-card',
  system: 'bg-transparent text-quiet text-sm',
  tool: 'bg-transparent text-sm',
  other: 'bg-card',
};
