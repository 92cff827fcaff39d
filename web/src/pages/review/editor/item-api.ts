import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ItemFields } from '../../../data/change-item.ts';
import type { ItemKey } from '../../../data/item-key.ts';

export interface StampedItem {
  readonly key: ItemKey;
  readonly etag: string;
}

/** The calls of the API that an editor makes: those of data/, or those of a test. */
export interface ItemApi {
  read(key: ItemKey): Promise<ItemAnswer>;
  put(change: StampedItem & { readonly fields: ItemFields }): Promise<ItemAnswer>;
  remove(item: StampedItem): Promise<ItemAnswer>;
  restore(item: StampedItem): Promise<ItemAnswer>;
  duplicate(key: ItemKey, once: string): Promise<ItemAnswer>;
}
