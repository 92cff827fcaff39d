import type { ItemKey } from '../item-key.ts';
import type { Draft, DraftPlace } from './draft.ts';

/** Keeps drafts until the server has them. */
export interface DraftStore {
  /** Whether drafts survive closing the page. */
  readonly isLasting: boolean;
  /** Resolves when the draft is written. */
  put(draft: Draft): Promise<void>;
  remove(place: DraftPlace): Promise<void>;
  /** Drafts of one item or of all items, latest first. A draft that cannot be read is skipped. */
  list(key?: ItemKey): Promise<readonly Draft[]>;
}
