import { joinList } from '../../../src/base/list-text.ts';

/** A query string with its `?`, or nothing. Lists become one text with commas; absent values are left out. */
export function toQueryText(values: Readonly<Record<string, QueryValue>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, isList(value) ? joinList(value) : String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

export type QueryValue = string | number | boolean | readonly string[] | undefined;

function isList(value: QueryValue): value is readonly string[] {
  return Array.isArray(value);
}
