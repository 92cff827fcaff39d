import type { PathSegment } from './schema-check.ts';

const plainKey = /^[A-Za-z_$][\w$-]*$/;

/**
 * A path into JSON as people write it; blank for the whole.
 *
 * @example renderJsonPath(['history', 1, 'refs', 0, 'url']) // history[1].refs[0].url
 */
export function renderJsonPath(path: readonly PathSegment[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (!plainKey.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

/** Whether a text is one whole JSON value. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Deepest data that is taken from agents, services and programs. */
export const nestingLimit = 200;

/**
 * Whether lists and mappings are nested deeper than `limit`. JSON.parse reads any depth, and most of what walks
 * data later, as JSON.stringify does, runs out of stack on some.
 */
export function isNestedDeep(value: unknown, limit = nestingLimit): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((inner) => isNestedDeep(inner, limit - 1));
}
