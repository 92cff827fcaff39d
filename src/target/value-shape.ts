import { isPlainObject } from '../base/plain-object.ts';

/**
 * The shape of a JSON value in a few words, without its content: `{id: text, data: {items: list of 2}}`.
 * For messages, so it shows two levels and eight keys of each.
 */
export function toShape(value: unknown, depth = 2): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value))
    return value.length === 0 || depth === 0 ? `list of ${value.length}` : toListShape(value, depth);
  if (!isPlainObject(value)) return typeof value;
  if (depth === 0) return '{…}';
  const keys = Object.keys(value);
  const shown = keys.slice(0, 8).map((key) => `${key.slice(0, 40)}: ${toShape(value[key], depth - 1)}`);
  return `{${[...shown, ...(keys.length > 8 ? ['…'] : [])].join(', ')}}`;
}

function toListShape(list: readonly unknown[], depth: number): string {
  return `list of ${list.length} (${toShape(list[0], depth - 1)})`;
}
