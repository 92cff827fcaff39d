import type { Clock } from '../../../../../src/base/clock.ts';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MissingThing } from '../../../../../src/curate/approval.ts';
import type { Tabs } from '../../../data/drafts/browser-tabs.ts';
import type { DraftStore } from '../../../data/drafts/draft-store.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { ConfirmQuestion } from '../../../parts/dialog/confirmed.ts';
import type { Note } from '../../../parts/feedback/toasts.ts';
import type { ItemApi } from './item-api.ts';

/** What a session works with. */
export interface SessionTools {
  readonly api: ItemApi;
  readonly drafts: DraftStore;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly say: (note: Note) => void;
  /** Asks the person; true: go on. */
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>;
  readonly newId: () => string;
  /** By the rules of the tag schema, as far as it is known. */
  readonly listMissing: (item: Item) => readonly MissingThing[];
  /** The server has another state of the item, brought there by this session or by others. */
  readonly onStored: (answer: ItemAnswer, by: 'me' | 'others') => void;
  readonly findMe: () => string | undefined;
  /** The item as it was read a while ago: shown until it is read again. */
  readonly findKnown: (key: ItemKey) => ItemAnswer | undefined;
}
