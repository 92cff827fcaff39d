import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import {
  isContextChanged,
  isSameContext,
  isSameKey,
  withContextChanged,
} from '../../../../../src/curate/context-changed.ts';

export interface FlagFacts {
  /** The state that an undo or redo restores. A flag in it stays. */
  readonly wanted: Item;
  /** States whose flags are known to be right, latest last: server answers, and keys that a reviewer rechecked. */
  readonly confirmed: readonly Item[];
}

/**
 * The item with the "context changed" flags that are due after an undo or redo. A key in a context where it had no flag
 * loses its flag, and a key in a context where the server flagged it is flagged again. In a context that no confirmed state
 * has, a key keeps the flag of the latest confirmed state.
 */
export function withDueFlags(item: Item, { wanted, confirmed }: FlagFacts): Item {
  const { history } = item;
  if (history === undefined || !confirmed.some(hasFlag)) return item;
  const turns = history.map((turn, at) => {
    if (turn.answerKey === undefined || isContextChanged(wanted.history?.find(({ id }) => id === turn.id))) return turn;
    const isDue = isFlagDue(history, at, confirmed);
    return isDue === undefined ? turn : withContextChanged(turn, isDue);
  });
  return { ...item, history: turns };
}

/** Whether an edit removed the flag of a key and changed nothing before that key. */
export function isRecheck(before: Item, after: Item): boolean {
  const [was, is] = [before.history ?? [], after.history ?? []];
  return is.some((turn, at) => {
    if (turn.answerKey === undefined || isContextChanged(turn)) return false;
    return isContextChanged(was[at]) && isSameContext(is, was, at);
  });
}

/** Undefined: no confirmed state has this key. */
function isFlagDue(turns: readonly Turn[], at: number, confirmed: readonly Item[]): boolean | undefined {
  const turn = turns[at];
  const isIt = (other: Turn | undefined) => other?.id === turn?.id && isSameKey(other, turn);
  const known = confirmed.findLast(({ history = [] }) => isIt(history[at]) && isSameContext(turns, history, at));
  if (known !== undefined) return isContextChanged(known.history?.[at]);
  const latest = confirmed.at(-1)?.history?.find(({ id }) => id === turn?.id);
  return isIt(latest) && isContextChanged(latest) ? true : undefined;
}

function hasFlag({ history = [] }: Item): boolean {
  return history.some(isContextChanged);
}

interface Rechecks {
  readonly mine: Item;
  readonly rechecked?: readonly string[];
}

/** Ids of the turns whose flag was removed since the last answer, including by the edit that leads to `next`. */
export function listRechecked({ mine, rechecked = [] }: Rechecks, next: Item): readonly string[] {
  const flagged = (mine.history ?? []).filter(isContextChanged).map(({ id }) => id);
  if (flagged.length === 0 && rechecked.length === 0) return rechecked;
  const candidates = new Set([...rechecked, ...flagged]);
  return (next.history ?? []).flatMap((turn) => {
    const { id, answerKey } = turn;
    return id !== undefined && candidates.has(id) && answerKey !== undefined && !isContextChanged(turn) ? [id] : [];
  });
}

/** The item without the flags of these turns. */
export function withoutFlags(item: Item, turnIds: readonly string[]): Item {
  const { history } = item;
  if (history === undefined || turnIds.length === 0) return item;
  const isRechecked = ({ id }: Turn) => id !== undefined && turnIds.includes(id);
  return { ...item, history: history.map((turn) => (isRechecked(turn) ? withContextChanged(turn, false) : turn)) };
}
