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
