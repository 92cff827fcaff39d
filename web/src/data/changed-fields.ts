import { Item, type ReplySettlement, type Turn } from '../../../src/conversation/item/item.ts';
import type { ItemPatch } from '../../../src/curate/item-patch.ts';
import { isUnsettled } from '../../../src/curate/reply-marks.ts';
import { isSameJson } from '../../../src/curate/same-json.ts';

const kept: ReadonlySet<string> = new Set(['id', 'datasetName', 'status', 'audit']);
const fields = Item.keyof().options.filter((field) => !kept.has(field));

/**
 * What a PUT has to carry so that the stored item becomes mine: only fields that differ, null for those that are gone,
 * and what I say about failing replies. The status is not among them: it is asked for, not typed.
 */
export function toChangedFields(stored: Item, mine: Item): ItemPatch {
  const changed = fields.filter((field) => !isSameField(field, stored, mine));
  const settle = listSettlements(stored, mine);
  // Every field is that of an item, and only one that may be absent is ever gone.
  const patch = Object.fromEntries(changed.map((field) => [field, mine[field] ?? null])) as ItemPatch;
  return settle.length === 0 ? patch : { ...patch, settle };
}

export function isEdited(stored: Item, mine: Item): boolean {
  if (stored === mine) return false;
  return fields.some((field) => !isSameField(field, stored, mine)) || listSettlements(stored, mine).length > 0;
}

function isSameField(field: (typeof fields)[number], stored: Item, mine: Item): boolean {
  if (field !== 'history' || stored.history === mine.history) return isSameJson(stored[field], mine[field]);
  return isSameJson(withoutMarks(stored.history), withoutMarks(mine.history));
}

/** The server keeps the marks of failing replies, so that a mark that differs is no edit. */
function withoutMarks(history: readonly Turn[] | undefined): readonly Turn[] | undefined {
  if (!history?.some(({ replyUnderTest }) => replyUnderTest !== undefined)) return history;
  return history.map(({ replyUnderTest: _kept, ...turn }) => turn);
}

/** What I say about replies that are still open on the server. */
function listSettlements(stored: Item, mine: Item): readonly ReplySettlement[] {
  return (mine.history ?? []).flatMap(({ id, replyUnderTest }) => {
    const { as, reason = '' } = replyUnderTest?.settled ?? {};
    if (id === undefined || as !== 'answer-was-right') return [];
    const isOpen = stored.history?.some((turn) => turn.id === id && isUnsettled(turn)) === true;
    return isOpen ? [{ turnId: id, as, reason }] : [];
  });
}
