import type { Item } from '../conversation/item/item.ts';
import { type ApprovalRules, isOverruledByReason, listMissing, type MissingThing } from './approval.ts';
import type { EditedItem } from './edit-item.ts';
import type { ItemPatch } from './item-patch.ts';

/** What keeps an item from being approved, and what would if there were no reason. */
export interface Blocks {
  readonly missing: readonly MissingThing[];
  readonly overruled: readonly MissingThing[];
}

/**
 * Approval by a PUT. Its `reason` overrules answers that fail their own key. What it says about the failing reply of a
 * turn is a reason too, for that turn.
 */
export function findBlocks(item: Item, rules: ApprovalRules, patch: Pick<ItemPatch, 'reason' | 'settle'>): Blocks {
  const hasReason = (patch.reason ?? '').trim() !== '';
  const settled = new Set((patch.settle ?? []).map(({ turnId }) => turnId));
  const paths = (item.history ?? []).flatMap(({ id }, index) =>
    id !== undefined && settled.has(id) ? [`history[${index}].answerKey`] : [],
  );
  return divide(listMissing(item, rules), ({ path }) => hasReason || paths.includes(path));
}

/** Approval by an import: the reason has come along with the item. */
export function findImportBlocks(item: Item, rules: ApprovalRules): Blocks {
  const reason = item.meta[reasonKey];
  return divide(listMissing(item, rules), () => typeof reason === 'string' && reason.trim() !== '');
}

function divide(things: readonly MissingThing[], hasReason: (thing: MissingThing) => boolean): Blocks {
  const isOverruled = (thing: MissingThing) => isOverruledByReason(thing) && hasReason(thing);
  return { missing: things.filter((thing) => !isOverruled(thing)), overruled: things.filter(isOverruled) };
}

/** Kept under `meta`, so that it travels with the approved item into exports and snapshots. */
const reasonKey = 'approvalReason';

/** The item with the reason it is approved for, or without the reason of an approval that is over. */
export function withApprovalReason(edited: EditedItem, reason: string | undefined): EditedItem {
  const { [reasonKey]: before, ...rest } = edited.item.meta;
  if (before === reason) return edited;
  const meta = reason === undefined ? rest : { ...rest, [reasonKey]: reason };
  return { ...edited, item: { ...edited.item, meta }, isChanged: true };
}
