import type { Item, Turn } from '../conversation/item/item.ts';
import { listComputedTags } from './check-tags.ts';
import { flagChangedContexts } from './context-changed.ts';
import { findLastTurn, withAssistantRoles } from './conversation-view.ts';
import { contentFields } from './item-content.ts';
import type { ItemPatch } from './item-patch.ts';
import { type KeptMarks, keepReplyMarks, settleReplies } from './reply-marks.ts';
import { isSameJson } from './same-json.ts';
import { withTurnIds } from './turn-ids.ts';

/** An item after an edit. */
export interface EditedItem {
  /** With the previous status. The caller sets a new one. */
  readonly item: Item;
  /** Whether history, refs, tags, keys, question or answer changed, which turns an approved item into a draft. */
  readonly isContentChanged: boolean;
  /** Whether anything changed, including a comment. */
  readonly isChanged: boolean;
}

export interface EditOptions extends KeptMarks {
  readonly newTurnId: () => string;
  /** The roles besides `assistant` that the dataset of the item names. */
  readonly assistantRoles?: readonly string[];
}

/** The item with the fields of the patch and their consequences. Does not change `current`. */
export function applyPatch(current: Item, patch: ItemPatch, options: EditOptions): EditedItem {
  const { newTurnId, assistantRoles = [], ...kept } = options;
  const item = withFields(current, patch);
  for (const step of steps) keepInStep(step, { current, patch, item, assistantRoles });
  const { history } = item;
  if (history !== undefined && history !== current.history) {
    const named = withTurnIds(history, current.history, newTurnId);
    const flagged = flagChangedContexts(current.history ?? [], named);
    item.history = keepReplyMarks(current.history ?? [], flagged, kept);
  }
  if (patch.settle !== undefined && item.history !== undefined) {
    item.history = settleReplies(item.history, patch.settle);
  }
  if (patch.manualTags === undefined) item.manualTags = withoutComputed(item, assistantRoles);
  const changed = contentFields.filter((field) => !isSameJson(current[field], item[field]));
  return { item, isContentChanged: changed.some((field) => reviewed.has(field)), isChanged: changed.length > 0 };
}

/** Manual tags without those that are now computed. */
function withoutComputed(item: Item, assistantRoles: readonly string[]): string[] {
  const computed = listComputedTags(item.manualTags, withAssistantRoles(item, assistantRoles));
  return computed.length === 0 ? item.manualTags : item.manualTags.filter((tag) => !computed.includes(tag));
}

/** The fields that a reviewer vouches for. */
const reviewed: ReadonlySet<string> = new Set([
  ...['history', 'refs', 'manualTags', 'synthQuestion', 'editedQuestion', 'answer'],
]);

/** Whether a field changed that a reviewer vouches for, which turns an approved item into a draft. */
export function isReviewedChanged(before: Item, after: Item): boolean {
  return contentFields.some((field) => reviewed.has(field) && !isSameJson(before[field], after[field]));
}

function withFields(current: Item, patch: ItemPatch): Item {
  const { status: _wanted, settle: _said, reason: _why, ...fields } = patch;
  const merged = Object.entries({ ...current, ...fields }).filter(([, value]) => value !== null);
  // Every field is that of an item, and only those that may be absent are ever null in a patch.
  return Object.fromEntries(merged) as Item;
}

interface Step {
  readonly field: 'editedQuestion' | 'answer';
  readonly role: 'user' | 'assistant';
}

const steps: readonly Step[] = [
  { field: 'editedQuestion', role: 'user' },
  { field: 'answer', role: 'assistant' },
];

interface Edit {
  readonly current: Item;
  readonly patch: ItemPatch;
  /** Changed here. */
  readonly item: Item;
  readonly assistantRoles: readonly string[];
}

/**
 * While a field equals its turn, an edit of one also edits the other. A field that is sent unchanged, by a client that
 * sends back the whole item, is not an edit. If both are edited, each is as sent.
 */
function keepInStep({ field, role }: Step, { current, patch, item, assistantRoles }: Edit): void {
  const text = current[field];
  if (text === undefined || findLastTurn(current.history, role, assistantRoles)?.msg !== text) return;
  const sent = patch[field];
  const turn = findLastTurn(item.history, role, assistantRoles);
  if (turn === undefined || sent === null) return;
  if (sent === undefined || sent === text) item[field] = turn.msg;
  else if (turn.msg === text) item.history = withText(item.history ?? [], turn, sent);
}

function withText(history: readonly Turn[], changed: Turn, msg: string): Turn[] {
  return history.map((turn) => (turn === changed ? { ...turn, msg } : turn));
}
