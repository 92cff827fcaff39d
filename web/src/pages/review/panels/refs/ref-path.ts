import type { Item } from '../../../../../../src/conversation/item/item.ts';
import type { RefOwner } from '../../changes/ref-place.ts';

/** The JSON path of a list of refs, or of one of them, as warnings and faults name it. */
export function toRefPath(item: Item, owner: RefOwner, index?: number): string {
  const list = owner === undefined ? 'refs' : `history[${item.history?.findIndex(({ id }) => id === owner)}].refs`;
  return index === undefined ? list : `${list}[${index}]`;
}
