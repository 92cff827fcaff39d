import { type JsonValue, query } from 'jsonpath-rfc9535';
import { isPlainObject } from '../../base/plain-object.ts';

/** A value of an object. The path is empty if it was found with a JSONPath. */
interface Picked {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** By key, by a JSONPath such as `$.rating.score`, or by keys joined with dots. Undefined: there is no such value. */
export function pickValue(object: Readonly<Record<string, unknown>>, name: string): Picked | undefined {
  if (Object.hasOwn(object, name)) return { value: object[name], path: [name] };
  if (name.startsWith('$')) {
    const [value] = pickAll(object, name);
    return value === undefined ? undefined : { value, path: [] };
  }
  if (!name.includes('.')) return undefined;
  const path = name.split('.');
  const value = path.reduce<unknown>(
    (inner, key) => (isPlainObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    object,
  );
  return value === undefined ? undefined : { value, path };
}

/** Every value that a JSONPath selects. */
export function pickAll(object: unknown, path: string): readonly unknown[] {
  // The object comes out of a parser, so it is a JSON value.
  return query(object as JsonValue, path);
}
