import type { ItemRow } from '../../../../../src/contract/item-row.ts';

/** An item and its place in the whole list. */
export interface ShownRow {
  readonly index: number;
  readonly item: ItemRow;
}
