import { isPlainObject } from '../../../../../src/base/plain-object.ts';
import type { PathSegment } from '../../../../../src/base/schema-check.ts';

/** The value at a path. Undefined if there is none. */
export function findAt(root: unknown, path: readonly PathSegment[]): unknown {
  return path.reduce((at, segment) => {
    if (Array.isArray(at) && typeof segment === 'number') return at[segment];
    return isPlainObject(at) && Object.hasOwn(at, segment) ? at[String(segment)] : undefined;
  }, root);
}

/** The root with an updated value at a path. Undefined removes the value. Missing parents become objects. */
export function withPlace(
  root: unknown,
  [segment, ...rest]: readonly PathSegment[],
  update: (at: unknown) => unknown,
): unknown {
  if (segment === undefined) return update(root);
  if (Array.isArray(root)) {
    const value = withPlace(root[Number(segment)], rest, update);
    return value === undefined ? root.toSpliced(Number(segment), 1) : root.toSpliced(Number(segment), 1, value);
  }
  const { [segment]: before, ...others } = isPlainObject(root) ? root : {};
  const value = withPlace(before, rest, update);
  return value === undefined ? others : { ...others, [segment]: value };
}
