import type { Item, Turn } from '../../../../../src/conversation/item.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';

/**
 * Takes off the "context changed" flags of keys that stand, word for word, where they stood in `settled` without one:
 * an edit that was undone is no reason to look at every later key again.
 */
export function withSettledFlags(item: Item, settled: Item): Item {
  const { history } = item;
  if (history === undefined || settled.history === undefined) return item;
  const turns: Turn[] = [];
  for (const [at, turn] of history.entries()) {
    const was = settled.history[at];
    turns.push(was !== undefined && isOnlyFlagged(turn, was) ? { ...turn, answerKey: was.answerKey ?? {} } : turn);
    if (!isSameSaid(turn, was)) return { ...item, history: [...turns, ...history.slice(at + 1)] };
  }
  return { ...item, history: turns };
}

function isOnlyFlagged({ id, answerKey }: Turn, was: Turn): boolean {
  if (id !== was.id || answerKey?.contextChanged !== true || was.answerKey === undefined) return false;
  return was.answerKey.contextChanged !== true && isSameJson({ ...was.answerKey, contextChanged: true }, answerKey);
}

function isSameSaid(a: Turn, b: Turn | undefined): boolean {
  return a.id === b?.id && a.role === b?.role && a.msg === b?.msg && isSameJson(a.tool_calls, b?.tool_calls);
}
