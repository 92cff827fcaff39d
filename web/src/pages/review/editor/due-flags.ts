import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';

export interface FlagFacts {
  /** Where an undo or redo leads: a flag that stands there stays. */
  readonly wanted: Item;
  /** States whose flags are right, latest last: as the server answered, or as somebody left a key they looked at. */
  readonly agreed: readonly Item[];
}

/**
 * The item with the "context changed" flags that are due after an undo or redo: a key that stands where it once stood
 * without one needs none, and one that the server flagged there is flagged again. Whatever else was never agreed
 * upon keeps the flag that the server has.
 */
export function withDueFlags(item: Item, { wanted, agreed }: FlagFacts): Item {
  const { history } = item;
  if (history === undefined || !agreed.some(hasFlag)) return item;
  const turns = history.map((turn, at) => {
    const key = turn.answerKey;
    if (key === undefined || isFlagged(wanted.history?.find(({ id }) => id === turn.id))) return turn;
    const isDue = isFlagDue(history, at, agreed);
    if (isDue === undefined || isDue === isFlagged(turn)) return turn;
    return { ...turn, answerKey: withFlag(key, isDue) };
  });
  return { ...item, history: turns };
}

/** Whether somebody took the flag off a key, and changed nothing before it. */
export function isChecked(before: Item, after: Item): boolean {
  return (after.history ?? []).some((turn, at) => {
    if (turn.answerKey === undefined || isFlagged(turn)) return false;
    return isFlagged(before.history?.[at]) && isSamePlace(after.history ?? [], before.history ?? [], at);
  });
}

/** Undefined: nothing is known of such a key. */
function isFlagDue(turns: readonly Turn[], at: number, agreed: readonly Item[]): boolean | undefined {
  const turn = turns[at];
  const known = agreed.findLast(({ history = [] }) => isSameKey(history[at], turn) && isSamePlace(turns, history, at));
  if (known !== undefined) return isFlagged(known.history?.[at]);
  const latest = agreed.at(-1)?.history?.find(({ id }) => id === turn?.id);
  return isSameKey(latest, turn) && isFlagged(latest) ? true : undefined;
}

function isSamePlace(turns: readonly Turn[], others: readonly Turn[], at: number): boolean {
  return turns.slice(0, at).every((turn, index) => isSameSaid(turn, others[index]));
}

function isSameSaid(a: Turn, b: Turn | undefined): boolean {
  if (a === b) return true;
  return a.id === b?.id && a.role === b?.role && a.msg === b?.msg && isSameJson(a.tool_calls, b?.tool_calls);
}

function isSameKey(a: Turn | undefined, b: Turn | undefined): boolean {
  if (a?.answerKey === undefined || b?.answerKey === undefined || a.id !== b.id) return false;
  return isSameJson(withFlag(a.answerKey, false), withFlag(b.answerKey, false));
}

type Key = NonNullable<Turn['answerKey']>;

function withFlag({ contextChanged: _, ...key }: Key, isDue: boolean): Key {
  return isDue ? { ...key, contextChanged: true } : key;
}

function hasFlag({ history = [] }: Item): boolean {
  return history.some(isFlagged);
}

function isFlagged(turn: Turn | undefined): boolean {
  return turn?.answerKey?.contextChanged === true;
}
