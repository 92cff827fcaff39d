import type { Item, ItemStatus, ReplySettlement } from '../conversation/item/item.ts';
import type { Ref } from '../conversation/ref.ts';

type Clearable = Exclude<keyof Item, 'id' | 'datasetName' | 'status' | 'audit' | 'refs' | 'manualTags' | 'meta'>;

/** What a PUT carries. A field that is absent stays as it is; null clears it. */
export type ItemPatch = { readonly [Field in Clearable]?: Exclude<Item[Field], undefined> | null } & {
  /** What the caller wants; what becomes of it is not decided here. */
  readonly status?: ItemStatus;
  readonly refs?: Ref[];
  readonly manualTags?: string[];
  readonly meta?: Item['meta'];
  /** What a reviewer says about failing replies. */
  readonly settle?: readonly ReplySettlement[];
  /** Why the item is approved although an answer fails its own key, or why it is changed. */
  readonly reason?: string;
};

export interface PatchContext {
  /** The names in the address. */
  readonly key: { readonly dataset: string; readonly id: string };
  /** Flat: `refs` is the list of all refs, those of turns with a `turnIndex`. */
  readonly refs: 'nested' | 'flat';
  readonly current: Item;
}
