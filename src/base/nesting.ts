/** Deepest data that is taken from agents, services and programs. */
export const nestingLimit = 200;

/**
 * Whether lists and mappings stand in each other deeper than `limit`. JSON.parse reads any depth, and most of what walks
 * data afterwards, as JSON.stringify does, runs out of stack on some.
 */
export function isNestedDeep(value: unknown, limit = nestingLimit): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((inner) => isNestedDeep(inner, limit - 1));
}
