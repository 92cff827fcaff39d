import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import type { MergeConflict } from '../../../../../src/curate/merge/merge-items.ts';
import type { MergeWork } from '../editor/item-editor.ts';
import { withPlace } from './json-place.ts';

/** The resolution of one conflict. */
export type MergeChoice =
  | { readonly side: 'mine' }
  | { readonly side: 'theirs' }
  | { readonly side: 'hand'; readonly text: string };

/** By index of the conflict, because two conflicts can share a path. */
export type MergeChoices = ReadonlyMap<number, MergeChoice>;

interface Decision {
  readonly conflict: MergeConflict;
  readonly choice: MergeChoice;
}

/** The merged item with these choices. A conflict without a choice keeps my value. */
export function resolveMerge(work: MergeWork, choices: MergeChoices): Item {
  const decisions = work.merged.conflicts.flatMap((conflict, place): readonly Decision[] => {
    const choice = choices.get(place);
    // The merged item already has my value for every conflict.
    if (choice === undefined || choice.side === 'mine') return [];
    return [{ conflict, choice }];
  });
  const [orders, others] = partition(decisions, ({ conflict }) => isOrderConflict(conflict));
  const [entries, fields] = partition(others, ({ conflict }) => typeof conflict.path.at(-1) === 'number');
  let item: unknown = work.merged.item;
  for (const { choice, conflict } of fields) item = withPlace(item, conflict.path, () => toValue(choice, conflict));
  for (const decision of entries.toSorted(compareEntries)) item = withEntry(item, decision, work);
  // An item in which values were replaced by values of items.
  const settled = item as Item;
  return orders.length === 0 ? settled : withOrder(settled, work.theirs);
}

/** A conflict about the order of turns has lists of turn ids as its sides. */
export function isOrderConflict({ path, mine }: MergeConflict): boolean {
  if (path.length !== 1 || path[0] !== 'history' || !Array.isArray(mine) || mine.length === 0) return false;
  return mine.every((id) => id === null || typeof id === 'string');
}

function toValue(choice: MergeChoice, { theirs }: MergeConflict): unknown {
  return choice.side === 'hand' ? choice.text : theirs;
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))];
}

/** Refs of turns first, then removals from the end, then additions from the start, so that no index shifts too early. */
function compareEntries({ conflict: a }: Decision, { conflict: b }: Decision): number {
  if (a.path.length !== b.path.length) return b.path.length - a.path.length;
  const [isAdded, isOtherAdded] = [a, b].map(({ mine }) => mine === undefined);
  if (isAdded !== isOtherAdded) return isAdded ? 1 : -1;
  const distance = Number(a.path.at(-1)) - Number(b.path.at(-1));
  return isAdded ? distance : -distance;
}

/** Takes theirs of an entry that one side removed and the other edited: removes it, or restores it. */
function withEntry(item: unknown, { conflict }: Decision, { theirs }: MergeWork): unknown {
  const { path } = conflict;
  if (conflict.mine !== undefined) return withPlace(item, path, () => undefined);
  const place = Number(path.at(-1));
  const before = path.length === 2 && path[0] === 'history' ? theirs.history?.[place - 1] : undefined;
  return withPlace(item, path.slice(0, -1), (list) => {
    const entries: readonly unknown[] = Array.isArray(list) ? list : [];
    const at = before === undefined ? Math.min(place, entries.length) : findPlaceBehind(entries, before.id);
    return entries.toSpliced(at, 0, conflict.theirs);
  });
}

function findPlaceBehind(entries: readonly unknown[], id: string | undefined): number {
  // Called with the turns of an item.
  const at = (entries as readonly Turn[]).findIndex((turn) => turn.id === id);
  return at < 0 ? entries.length : at + 1;
}

/** The turns in the order of theirs. A turn that theirs lacks stays after the turn it followed. */
function withOrder(item: Item, { history: wanted = [] }: Item): Item {
  const places = new Map(wanted.map(({ id }, place) => [id, place]));
  const groups: { readonly place: number; readonly turns: Turn[] }[] = [{ place: -1, turns: [] }];
  for (const turn of item.history ?? []) {
    const place = places.get(turn.id);
    if (place === undefined) groups.at(-1)?.turns.push(turn);
    else groups.push({ place, turns: [turn] });
  }
  return { ...item, history: groups.toSorted((a, b) => a.place - b.place).flatMap(({ turns }) => turns) };
}
