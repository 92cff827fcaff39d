import type { Item } from '../../../../../src/conversation/item/item.ts';
import { mergeRefs } from '../../../../../src/conversation/item/parse-ref.ts';
import type { Ref } from '../../../../../src/conversation/ref.ts';
import { findRefIndex, listRefs, type RefOwner, type RefPlace, toOwner, withRefs } from './ref-place.ts';

/** The refs of a turn (or of the item) with one more at the end. A ref with the same URL gets its empty fields filled instead. */
export function withRefAdded(item: Item, turnId: string | undefined, ref: Ref): Item {
  const owner = toOwner(item, turnId);
  const refs = listRefs(item, owner);
  const at = refs.findIndex((other) => other.url === ref.url);
  const before = refs[at];
  if (before === undefined) return withRefs(item, owner, [...refs, ref]);
  return withRefs(item, owner, refs.with(at, mergeRefs([before, ref])[0] ?? before));
}

/** Fields of a ref that are to change. An empty text, and a bonus that is false, take the field away. */
export type RefChange = Partial<Ref>;

/** Changes one ref. If it gets the URL of another ref in the list, the two are merged. */
export function withRefChanged(item: Item, place: RefPlace, change: RefChange): Item {
  const refs = listRefs(item, place.owner);
  const index = findRefIndex(refs, place);
  const before = index === undefined ? undefined : refs[index];
  if (index === undefined || before === undefined) return item;
  const changed = refs.with(index, toChanged(before, change));
  const isDouble = change.url !== undefined && changed.some((ref, at) => at !== index && ref.url === change.url);
  return withRefs(item, place.owner, isDouble ? mergeRefs(changed) : changed);
}

function toChanged(ref: Ref, change: RefChange): Ref {
  const fields = Object.entries({ ...ref, ...change }).filter(
    ([name, value]) => !(name in change) || (value !== '' && value !== false && value !== undefined),
  );
  // An address is never taken away: those that are blank are refused before they come here.
  return { url: ref.url, ...Object.fromEntries(fields) };
}

export function withoutRef(item: Item, place: RefPlace): Item {
  const refs = listRefs(item, place.owner);
  const index = findRefIndex(refs, place);
  return index === undefined
    ? item
    : withRefs(
        item,
        place.owner,
        refs.filter((_, at) => at !== index),
      );
}

/** Restores a removed ref at its index. If its turn was removed, it goes to the item. */
export function withRefBack(item: Item, place: RefPlace, ref: Ref): Item {
  const owner = toOwner(item, place.owner);
  const refs = listRefs(item, owner);
  if (refs.some((other) => other.url === ref.url)) return item;
  return withRefs(item, owner, refs.toSpliced(place.index, 0, ref));
}

/** A ref at another turn, or with `isCopy` at both. */
export function withRefMoved(
  item: Item,
  place: RefPlace,
  { to, isCopy }: { readonly to: RefOwner; readonly isCopy: boolean },
): Item {
  const refs = listRefs(item, place.owner);
  const ref = refs[findRefIndex(refs, place) ?? -1];
  if (ref === undefined || toOwner(item, to) === place.owner) return item;
  return withRefAdded(isCopy ? item : withoutRef(item, place), to, ref);
}
