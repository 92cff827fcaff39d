import type { Item } from '../../../../../src/conversation/item/item.ts';
import { withTurnIds } from '../../../../../src/curate/turn-ids.ts';

/** The item with an id on every turn; one that has them already stays the same object. */
export function withNamedTurns(item: Item, before: Item, newId: () => string): Item {
  const { history } = item;
  if (history === undefined || history.every(({ id }) => id !== undefined)) return item;
  return { ...item, history: withTurnIds(history, before.history, newId) };
}
