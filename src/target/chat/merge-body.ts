import { isPlainObject } from '../../base/plain-object.ts';

/** The JSON text of a request with more keys: mappings are merged, anything else is replaced. */
export function mergeBody(body: string, extra: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(merge(JSON.parse(body), extra));
}

function merge(base: unknown, extra: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(extra)) return extra;
  const merged = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    merged[key] = Object.hasOwn(base, key) ? merge(base[key], value) : value;
  }
  return merged;
}
