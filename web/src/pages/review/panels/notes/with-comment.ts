import type { Item } from '../../../../../../src/conversation/item/item.ts';

/** The item with another comment; an empty one takes it away. */
export function withComment(item: Item, comment: string): Item {
  if (comment !== '') return { ...item, comment };
  const { comment: _gone, ...rest } = item;
  return rest;
}
