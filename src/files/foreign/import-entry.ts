import type { Place, Problem } from '../../base/fault.ts';

/** One conversation of a file as it was read, or why it could not be. */
export type ImportEntry =
  | { readonly value: unknown; readonly problem?: undefined; readonly at: EntryPlace }
  | { readonly problem: Problem; readonly value?: undefined; readonly at: EntryPlace };

/** The line of an entry. Inside a text that was read whole it is looked up on use. */
export type EntryPlace = number | (() => Place);

export function toEntryPlace(at: EntryPlace, file: string): Place {
  return typeof at === 'number' ? { file, line: at } : at();
}
