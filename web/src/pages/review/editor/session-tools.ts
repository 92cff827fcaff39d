import type { Clock } from '../../../../../src/base/clock.ts';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MissingThing } from '../../../../../src/curate/approval.ts';
import type { ItemFields } from '../../../data/change-item.ts';
import type { Tabs } from '../../../data/drafts/browser-tabs.ts';
import type { DraftStore } from '../../../data/drafts/draft-store.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { ConfirmQuestion } from '../../../parts/dialog/confirmed.ts';
import type { Toast } from '../../../parts/feedback/toasts.ts';

/** An item and the version of it that a change is based on. */
export interface StampedItem {
  readonly key: ItemKey;
  readonly etag: string;
}

/** The API calls of an editor. */
export interface ItemApi {
  read(key: ItemKey): Promise<ItemAnswer>;
  put(change: StampedItem & { readonly fields: ItemFields }): Promise<ItemAnswer>;
  remove(item: StampedItem): Promise<ItemAnswer>;
  restore(item: StampedItem): Promise<ItemAnswer>;
  duplicate(key: ItemKey, idempotencyKey: string): Promise<ItemAnswer>;
}

/** What a session needs from its surroundings. */
export interface SessionTools {
  readonly api: ItemApi;
  readonly drafts: DraftStore;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly showToast: (toast: Toast) => void;
  /** Asks the person. True: continue. */
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>;
  readonly newId: () => string;
  /** What blocks an approval of the item with this edit, as far as the tag schema is loaded. */
  readonly listMissing: (edit: { readonly base: Item; readonly mine: Item }) => readonly MissingThing[];
  /** Called when the server has a new state of the item, stored by this session or by others. */
  readonly onStored: (answer: ItemAnswer, by: 'me' | 'others') => void;
  readonly findMe: () => string | undefined;
  /** The item as it was last read, to show until it is read again. */
  readonly findKnown: (key: ItemKey) => ItemAnswer | undefined;
}
