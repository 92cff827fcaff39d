import type { PathSegment } from '../../../../../src/base/schema-check.ts';

const segment = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[]+)/gu;

/** The way back from `renderJsonPath`. */
export function parseJsonPath(path: string): readonly PathSegment[] {
  return Array.from(path.matchAll(segment), ([, index, quoted, key = '']) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? key : String(JSON.parse(quoted));
  });
}
