import type { SchemaIssue } from '../base/schema-check.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { checkExclusive, listComputedTags } from './check-tags.ts';
import { withAssistantRoles } from './conversation-view.ts';
import { contentFields, type ItemWarning } from './item-content.ts';
import { keepReplyMarks } from './reply-marks.ts';
import { isSameJson } from './same-json.ts';
import type { TagSchema } from './tag-schema.ts';
import { withTurnIds } from './turn-ids.ts';

export interface ImportOptions {
  readonly newTurnId: () => string;
  /** The item as it is kept now: its turns hand on their names. */
  readonly before?: Item;
  readonly schema: TagSchema;
  /** The roles besides `assistant` that the dataset of the item names. */
  readonly assistantRoles?: readonly string[];
}

/** An imported item, ready to be kept unless there are issues. */
export interface PreparedItem {
  readonly item: Item;
  readonly issues: readonly SchemaIssue[];
  readonly warnings: readonly ItemWarning[];
}

/** Names the turns and looks at the tags. Nothing that a turn says is altered. */
export function prepareImported(item: Item, options: ImportOptions): PreparedItem {
  const { newTurnId, before, schema, assistantRoles = [] } = options;
  const issues = checkExclusive(item.manualTags, schema);
  const computed = listComputedTags(item.manualTags, withAssistantRoles(item, assistantRoles));
  const { history } = item;
  const prepared = {
    ...item,
    ...(history === undefined
      ? {}
      : { history: toKeptTurns(withTurnIds(history, before?.history, newTurnId), before) }),
    ...(computed.length === 0 ? {} : { manualTags: item.manualTags.filter((tag) => !computed.includes(tag)) }),
  };
  return { item: prepared, issues, warnings: computed.map(toDropped) };
}

/** A file cannot settle what the server keeps: of turns that are there already, the mark stays. */
function toKeptTurns(turns: Turn[], before: Item | undefined): Turn[] {
  const { history = [] } = before ?? {};
  if (!history.some(({ replyUnderTest }) => replyUnderTest !== undefined)) return turns;
  const known = new Set(history.map(({ id }) => id));
  const kept = keepReplyMarks(history, turns);
  return kept.map((turn, at) => {
    const isNew = turn.replyUnderTest === undefined && !known.has(turn.id);
    return isNew ? (turns[at] ?? turn) : turn;
  });
}

function toDropped(tag: string): ItemWarning {
  return {
    path: 'manualTags',
    code: 'TAG_COMPUTED',
    message: `Turnwise computes the tag "${tag}", so the imported one was dropped.`,
  };
}

/** Whether two items say the same, status and audit aside. */
export function isSameContent(a: Item, b: Item): boolean {
  return contentFields.every((field) => isSameJson(a[field], b[field]));
}
