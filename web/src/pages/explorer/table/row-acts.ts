import type { ItemKey } from '../../../data/item-key.ts';

/** What can be done with a row. The same functions all the time, so that rows are not drawn again for them. */
export interface RowActs {
  /** Shows it in the preview. */
  readonly onPick: (index: number, key: ItemKey) => void;
  readonly onReview: (key: ItemKey) => void;
}
