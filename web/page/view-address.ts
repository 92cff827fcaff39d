import { definedOnly } from '../../src/base/defined-only.ts';

/** The query that an address carries after its #. Undefined for a plain anchor, which says nothing about the view. */
export function readAddress(hash: string): URLSearchParams | undefined {
  const text = hash.replace(/^#/, '');
  return text === '' || text.includes('=') ? new URLSearchParams(text) : undefined;
}

/** The address of a view: its query, or the plain anchor of the list if the query is empty. */
export function writeAddress(query: Readonly<Record<string, string | number | undefined>>, anchor: string): string {
  const pairs = Object.entries(definedOnly(query)).map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? anchor : `#${text}`;
}

/** A whole number in an address. Undefined for anything else. */
export function findWhole(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The view without its filters: the same row stays open, in the same order. */
export function toCleared<State extends { readonly open?: number; readonly order?: unknown }>(
  plain: State,
  { open, order }: State,
): State {
  return { ...plain, ...definedOnly({ open, order }) };
}
