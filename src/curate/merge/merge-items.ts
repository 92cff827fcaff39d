import type { PathSegment } from '../../base/schema-check.ts';
import { Item } from '../../conversation/item/item.ts';
import { type Conflict, mergeFields, mergeWords } from './merge-fields.ts';
import { mergeRecord, mergeRefs, mergeTurns } from './merge-turns.ts';

/** A value that both sides changed to different things. A side without the value is absent. */
export interface MergeConflict {
  /** Where the value is in the merged item, or, for a turn that mine removed, in theirs. */
  readonly path: readonly PathSegment[];
  readonly base?: unknown;
  readonly mine?: unknown;
  readonly theirs?: unknown;
}

export interface MergedItem {
  readonly item: Item;
  readonly conflicts: readonly MergeConflict[];
}

const itemFields = Item.keyof().options;

/**
 * Merges two edits of one item by turn and field, in the browser of the second editor. A change of one side wins. A value
 * that both sides changed differently is a conflict and keeps my value.
 */
export function mergeItems(base: Item, mine: Item, theirs: Item): MergedItem {
  const { value, conflicts } = mergeFields<Item>({ base, mine, theirs }, itemFields, {
    refs: mergeRefs<Item['refs']>,
    history: mergeTurns,
    manualTags: mergeWords<string[]>,
    meta: mergeRecord<Item['meta']>,
  });
  return { item: value, conflicts: conflicts.map(toMergeConflict) };
}

function toMergeConflict({ path, base, mine, theirs }: Conflict): MergeConflict {
  const sides = Object.entries({ base, mine, theirs }).filter(([, value]) => value !== undefined);
  return { path, ...Object.fromEntries(sides) };
}
