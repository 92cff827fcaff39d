import { isPlainObject } from '../base/plain-object.ts';

/** Whether two JSON values say the same. The order of keys does not count; a key whose value is undefined is absent. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  return isPlainObject(a) && isPlainObject(b) && isSameObject(a, b);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => isSameJson(value, b[index]));
}

function isSameObject(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key of Object.keys(a)) if (!isSameJson(a[key], Object.hasOwn(b, key) ? b[key] : undefined)) return false;
  return Object.keys(b).every((key) => b[key] === undefined || Object.hasOwn(a, key));
}
