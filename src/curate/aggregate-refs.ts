import type { Item } from '../conversation/item/item.ts';
import { mergeRefPair } from '../conversation/item/parse-ref.ts';
import type { Ref } from '../conversation/ref.ts';
import { toUrlKey } from '../conversation/url.ts';

/** A reference of an item, and the turns that have it. */
export interface AggregateRef extends Ref {
  /** Ascending. Empty if only the item itself has it. */
  readonly turns: readonly number[];
}

type WithRefs = Pick<Item, 'refs' | 'history'>;

/**
 * Every source of an item once, in order of appearance, top first; of each field the first that is not empty counts.
 * Its url is the one that all spellings of it come to.
 */
export function aggregateRefs(item: WithRefs): readonly AggregateRef[] {
  const byKey = new Map<string, { ref: Ref; readonly turns: number[] }>();
  const add = (ref: Ref, turnIndex?: number) => {
    const key = toUrlKey(ref.url);
    const found = byKey.get(key);
    const entry = found ?? { ref: ref.url === key ? ref : { ...ref, url: key }, turns: [] };
    if (found === undefined) byKey.set(key, entry);
    else entry.ref = mergeRefPair(entry.ref, ref);
    if (turnIndex !== undefined && entry.turns.at(-1) !== turnIndex) entry.turns.push(turnIndex);
  };
  for (const ref of item.refs) add(ref);
  for (const [turnIndex, turn] of (item.history ?? []).entries())
    for (const ref of turn.refs ?? []) add(ref, turnIndex);
  return [...byKey.values()].map(({ ref, turns }) => ({ ...ref, turns }));
}

/** How many entries `aggregateRefs` has. */
export function countReferences(item: WithRefs): number {
  const keys = new Set<string>();
  for (const ref of item.refs) keys.add(toUrlKey(ref.url));
  for (const turn of item.history ?? []) for (const ref of turn.refs ?? []) keys.add(toUrlKey(ref.url));
  return keys.size;
}
