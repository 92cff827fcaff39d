import { Item } from '../../../src/conversation/item.ts';
import type { ItemPatch } from '../../../src/curate/item-patch.ts';
import { isSameJson } from '../../../src/curate/same-json.ts';

const kept: ReadonlySet<string> = new Set(['id', 'datasetName', 'status', 'audit']);
const fields = Item.keyof().options.filter((field) => !kept.has(field));

/**
 * What a PUT has to carry so that the stored item becomes mine: only fields that differ, null for those that are gone.
 * The status is not among them: it is asked for, not typed.
 */
export function toChangedFields(stored: Item, mine: Item): ItemPatch {
  const changed = fields.filter((field) => !isSameJson(stored[field], mine[field]));
  // Every field is that of an item, and only one that may be absent is ever gone.
  return Object.fromEntries(changed.map((field) => [field, mine[field] ?? null])) as ItemPatch;
}

export function isEdited(stored: Item, mine: Item): boolean {
  return stored !== mine && fields.some((field) => !isSameJson(stored[field], mine[field]));
}
