import type { ItemAnswer } from '../../../src/contract/item-answer.ts';
import { Item, type ReplySettlement, type Turn } from '../../../src/conversation/item/item.ts';
import { applyPatch } from '../../../src/curate/edit-item.ts';
import type { ItemPatch } from '../../../src/curate/item-patch.ts';
import { isUnsettled } from '../../../src/curate/reply-marks.ts';
import { isSameJson } from '../../../src/curate/same-json.ts';

const itemFields = Item.keyof().options.filter((field) => field !== 'audit');

/** The item itself, without what the server adds to an answer. */
export function toEditedItem(answer: ItemAnswer): Item {
  const present = itemFields.filter((field) => answer[field] !== undefined);
  // Every field is that of an item, since the answer was parsed with its shape; refs have a `turnIndex` only when asked for flat.
  return Object.fromEntries(present.map((field) => [field, answer[field]])) as Item;
}

/** The same item as `next`. Parts that did not change are those of `previous`, so that only what changed renders again. */
export function withSameParts(previous: Item, next: Item): Item {
  if (previous === next) return next;
  const history = next.history === undefined ? {} : { history: reuseTurns(previous.history ?? [], next.history) };
  const parts = Object.entries({ ...next, ...history }).map(([field, value]) => {
    const before = Reflect.get(previous, field);
    return [field, isSameJson(before, value) ? before : value];
  });
  // The same fields as before, each with an equal value.
  return Object.fromEntries(parts) as Item;
}

function reuseTurns(previous: readonly Turn[], next: readonly Turn[]): Turn[] {
  const byId = new Map(previous.map((turn) => [turn.id, turn]));
  return next.map((turn) => {
    const before = byId.get(turn.id);
    return before !== undefined && isSameJson(before, turn) ? before : turn;
  });
}

const unsent: ReadonlySet<string> = new Set(['id', 'datasetName', 'status', 'audit']);
const sentFields = Item.keyof().options.filter((field) => !unsent.has(field));

/**
 * The body of a PUT that turns the stored item into mine: fields that differ, null for cleared fields, and my settlements
 * of failing replies. It has no status, because a status is requested, not typed.
 */
export function toChangedFields(stored: Item, mine: Item): ItemPatch {
  const changed = sentFields.filter((field) => !isSameField(field, stored, mine));
  const settle = listSettlements(stored, mine);
  // Every field is that of an item, and only an optional one is ever absent.
  const patch = Object.fromEntries(changed.map((field) => [field, mine[field] ?? null])) as ItemPatch;
  return settle.length === 0 ? patch : { ...patch, settle };
}

export function isEdited(stored: Item, mine: Item): boolean {
  if (stored === mine) return false;
  return sentFields.some((field) => !isSameField(field, stored, mine)) || listSettlements(stored, mine).length > 0;
}

function isSameField(field: (typeof sentFields)[number], stored: Item, mine: Item): boolean {
  if (field !== 'history' || stored.history === mine.history) return isSameJson(stored[field], mine[field]);
  return isSameJson(withoutMarks(stored.history), withoutMarks(mine.history));
}

/** The server keeps the marks of failing replies, so a different mark is not an edit. */
function withoutMarks(history: readonly Turn[] | undefined): readonly Turn[] | undefined {
  if (!history?.some(({ replyUnderTest }) => replyUnderTest !== undefined)) return history;
  return history.map(({ replyUnderTest: _kept, ...turn }) => turn);
}

/** My settlements of replies that are still open on the server. */
function listSettlements(stored: Item, mine: Item): readonly ReplySettlement[] {
  return (mine.history ?? []).flatMap(({ id, replyUnderTest }) => {
    const { as, reason = '' } = replyUnderTest?.settled ?? {};
    if (id === undefined || as !== 'answer-was-right') return [];
    const isOpen = stored.history?.some((turn) => turn.id === id && isUnsettled(turn)) === true;
    return isOpen ? [{ turnId: id, as, reason }] : [];
  });
}

/**
 * The item that the server would store if mine were sent now: fields in step with their turns, keys flagged for a
 * re-check. What blocks an approval is found in this item, so that no warning shows while typing that a save removes.
 * `assistantRoles`: those that its dataset names.
 */
export function toSavedItem(base: Item, mine: Item, assistantRoles: readonly string[] = []): Item {
  if (!isEdited(base, mine)) return mine;
  // Every turn gets an id when it is added, so this makes none.
  return applyPatch(base, toChangedFields(base, mine), { newTurnId: () => 'new', assistantRoles }).item;
}
