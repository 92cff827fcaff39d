import type { ItemAnswer } from '../../../src/contract/item-answer.ts';
import { Item, type Turn } from '../../../src/conversation/item/item.ts';
import { isSameJson } from '../../../src/curate/same-json.ts';

const fields = Item.keyof().options.filter((field) => field !== 'audit');

/** The item itself, without what the server tells about it. */
export function toEditedItem(answer: ItemAnswer): Item {
  const present = fields.filter((field) => answer[field] !== undefined);
  // Every field is that of an item, since the answer was parsed with its shape; refs have a `turnIndex` only when asked for flat.
  return Object.fromEntries(present.map((field) => [field, answer[field]])) as Item;
}

/**
 * The same item as `next`, made of the parts of `previous` that say the same: what did not change keeps its identity,
 * so that only what changed is drawn again.
 */
export function withSameParts(previous: Item, next: Item): Item {
  if (previous === next) return next;
  const history = next.history === undefined ? {} : { history: reuseTurns(previous.history ?? [], next.history) };
  const parts = Object.entries({ ...next, ...history }).map(([field, value]) => {
    const before = Reflect.get(previous, field);
    return [field, isSameJson(before, value) ? before : value];
  });
  // The same fields as before, each with a value that says the same.
  return Object.fromEntries(parts) as Item;
}

function reuseTurns(previous: readonly Turn[], next: readonly Turn[]): Turn[] {
  const byId = new Map(previous.map((turn) => [turn.id, turn]));
  return next.map((turn) => {
    const before = byId.get(turn.id);
    return before !== undefined && isSameJson(before, turn) ? before : turn;
  });
}
