import type { ItemKey } from '../item-key.ts';
import type { Draft, DraftPlace } from './draft.ts';

/** Where drafts are until the server has them. */
export interface DraftStore {
  /** Whether drafts are there again after the page was closed. */
  readonly isLasting: boolean;
  /** Resolves when it is safely kept. */
  put(draft: Draft): Promise<void>;
  remove(place: DraftPlace): Promise<void>;
  /** Of one item, or all; latest first. One that cannot be read is left alone. */
  list(key?: ItemKey): Promise<readonly Draft[]>;
}
