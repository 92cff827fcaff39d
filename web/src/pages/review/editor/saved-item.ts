import type { Item } from '../../../../../src/conversation/item/item.ts';
import { applyPatch } from '../../../../../src/curate/edit-item.ts';
import { isEdited, toChangedFields } from '../../../data/changed-fields.ts';

/**
 * What the server would make of mine, were it sent now: fields in step with their turns, keys to be looked at again.
 * What is missing is found in this, so that nothing is told while typing that a save takes back a moment later.
 */
export function toSavedItem(base: Item, mine: Item): Item {
  if (!isEdited(base, mine)) return mine;
  // Every turn has an id as soon as it is typed, so none is ever made here.
  return applyPatch(base, toChangedFields(base, mine), { newTurnId: () => 'new' }).item;
}
