import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { Ref } from '../../../../../src/conversation/ref.ts';
import { hasHistory } from '../../../../../src/curate/conversation-view.ts';

/** A list of refs of an item: that of a turn, or with `undefined` that of the item itself. */
export type RefOwner = string | undefined;

/** One ref, identified by index and URL, because an edit by someone else can shift the index. */
export interface RefPlace {
  readonly owner: RefOwner;
  readonly index: number;
  readonly url: string;
}

/** The real owner of the refs of a turn. It is the item itself without a history, or if the turn was removed. */
export function toOwner(item: Item, turnId: string | undefined): RefOwner {
  if (turnId === undefined || !hasHistory(item)) return undefined;
  return item.history.some((turn) => turn.id === turnId) ? turnId : undefined;
}

export function listRefs(item: Item, owner: RefOwner): readonly Ref[] {
  if (owner === undefined) return item.refs;
  return item.history?.find((turn) => turn.id === owner)?.refs ?? [];
}

/** The item with other refs at one place. */
export function withRefs(item: Item, owner: RefOwner, refs: readonly Ref[]): Item {
  if (owner === undefined) return { ...item, refs: [...refs] };
  if (item.history === undefined) return item;
  return {
    ...item,
    history: item.history.map((turn) => (turn.id === owner ? { ...turn, refs: [...refs] } : turn)),
  };
}

/** The current index of the ref. Undefined if it was removed. */
export function findRefIndex(refs: readonly Ref[], { index, url }: RefPlace): number | undefined {
  if (refs[index]?.url === url) return index;
  const found = refs.findIndex((ref) => ref.url === url);
  return found === -1 ? undefined : found;
}
