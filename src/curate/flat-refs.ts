import type { Item, Turn } from '../conversation/item/item.ts';
import { placeRefs } from '../conversation/item/parse-history.ts';
import type { PlacedRef } from '../conversation/item/parse-ref.ts';
import type { ParseResult } from '../conversation/item/parse-result.ts';
import type { Ref } from '../conversation/ref.ts';

/** A ref with the index of its turn. Without an index, it belongs to the item itself. */
export interface FlatRef extends Ref {
  readonly turnIndex?: number;
}

type WithRefs = Pick<Item, 'refs' | 'history'>;

/** All refs of an item in one list: those of the item itself, then those of its turns. */
export function toFlatRefs(item: WithRefs): readonly FlatRef[] {
  const flat: FlatRef[] = [...item.refs];
  for (const [turnIndex, turn] of (item.history ?? []).entries()) {
    for (const ref of turn.refs ?? []) flat.push({ ...ref, turnIndex });
  }
  return flat;
}

/** An item with all refs in one list. Turns with refs lose their list. An empty list stays. */
export function toFlatItem<T extends WithRefs>(item: T): T & { readonly refs: readonly FlatRef[] } {
  const { history } = item;
  const refs = toFlatRefs(item);
  return history === undefined ? { ...item, refs } : { ...item, refs, history: history.map(withoutListedRefs) };
}

function withoutListedRefs(turn: Turn): Turn {
  if (turn.refs === undefined || turn.refs.length === 0) return turn;
  const { refs: _listed, ...rest } = turn;
  return rest;
}

export interface NestedRefs {
  readonly refs: Ref[];
  readonly history?: Turn[];
}

/**
 * Puts a flat list in the place of all refs, at the top and in the turns. A turn that had a list and gets nothing has
 * an empty one; one that had none stays without. Issues are at `[index, 'turnIndex']` of the list.
 */
export function fromFlatRefs(
  history: readonly Turn[] | undefined,
  flat: readonly PlacedRef[],
): ParseResult<NestedRefs> {
  const bare = (history ?? []).map((turn) => (turn.refs?.length ? { ...turn, refs: [] } : turn));
  const { value, issues } = placeRefs(bare, flat);
  if (value === undefined) return { issues };
  const refs = [...value.refs];
  return { value: history === undefined ? { refs } : { refs, history: [...value.history] }, issues };
}
