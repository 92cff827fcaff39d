import { z } from 'zod';

/** Roles that never speak for the assistant, so a dataset cannot name them. `function` is an older name of `tool`. */
const otherRoles: ReadonlySet<string> = new Set(['user', 'system', 'developer', 'tool', 'function']);

const AssistantRole = z
  .string()
  .trim()
  .min(1, 'A role cannot be blank.')
  .max(200)
  .refine((role) => !otherRoles.has(role.toLowerCase()), {
    error: ({ input }) => `A turn of the role "${String(input)}" is never an assistant turn.`,
  });

/** The roles that a dataset names besides `assistant`. */
export const AssistantRoles = z.array(AssistantRole).max(50);

/** The roles each once, without `assistant`, which needs no naming. */
export function toNamedRoles(roles: readonly string[]): readonly string[] {
  return [...new Set(roles)].filter((role) => role !== 'assistant');
}
