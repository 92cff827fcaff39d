import { findSettled, type Merged, type ThreeWays, underField } from './merge-fields.ts';
import { mergeOrder } from './merge-order.ts';
import { isSameJson } from './same-json.ts';

export interface ListMerge<T> {
  /** What tells the entries of each list apart and finds them in the others. */
  readonly keys: ThreeWays<readonly string[]>;
  /** Merges an entry that both sides have; `base` is absent if both added it. */
  readonly mergeEntry: (ways: { readonly base: T | undefined; readonly mine: T; readonly theirs: T }) => Merged<T>;
}

export interface MergedList<T> extends Merged<T[]> {
  readonly isOrderContested: boolean;
}

/** Merges two edits of a list, entry by entry. What one side removed and the other edited is a conflict. */
export function mergeList<T>(ways: ThreeWays<readonly T[]>, { keys, mergeEntry }: ListMerge<T>): MergedList<T> {
  const settled = findSettled(ways);
  if (settled !== undefined) return { value: [...settled.value], conflicts: [], isOrderContested: false };
  const entries = {
    base: index(keys.base, ways.base),
    mine: index(keys.mine, ways.mine),
    theirs: index(keys.theirs, ways.theirs),
  };
  const merged = new Map<string, Merged<T | undefined>>();
  for (const key of new Set([...keys.theirs, ...keys.mine])) {
    const base = entries.base.get(key);
    const mine = entries.mine.get(key);
    const theirs = entries.theirs.get(key);
    const isShared = mine !== undefined && theirs !== undefined;
    merged.set(key, isShared ? mergeEntry({ base, mine, theirs }) : mergePresence({ base, mine, theirs }));
  }
  const left = new Set([...merged].flatMap(([key, { value }]) => (value === undefined ? [] : [key])));
  const order = mergeOrder(keys, left);
  const places = new Map([...keys.theirs.entries(), ...order.keys.entries()].map(([place, key]) => [key, place]));
  return {
    value: order.keys.flatMap((key) => merged.get(key)?.value ?? []),
    conflicts: [...merged].flatMap(([key, { conflicts }]) => underField(places.get(key) ?? 0, conflicts)),
    isOrderContested: order.isContested,
  };
}

function index<T>(keys: readonly string[], list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((entry, place) => [keys[place] ?? '', entry]));
}

/** An entry that one side alone has: added there, or removed by the other. */
function mergePresence<T>(ways: ThreeWays<T | undefined>): Merged<T | undefined> {
  const { base, mine, theirs } = ways;
  const only = mine ?? theirs;
  if (base === undefined) return { value: only, conflicts: [] };
  const isEdited = !isSameJson(base, only);
  return { value: isEdited ? mine : undefined, conflicts: isEdited ? [{ path: [], ...ways }] : [] };
}
