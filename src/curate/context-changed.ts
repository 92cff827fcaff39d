import type { AnswerKey } from '../conversation/answer-key.ts';
import type { Turn } from '../conversation/item/item.ts';
import { alignTurns } from './align-turns.ts';
import { isSameJson } from './same-json.ts';

type KeyedTurn = Pick<Turn, 'answerKey'>;

/**
 * Flags each answer key whose turn now follows another context than the key was written for. A key written or rewritten
 * in this edit is up to date, and so is a key whose flag this edit removes: a reviewer checked it.
 */
export function flagChangedContexts(before: readonly Turn[], after: readonly Turn[]): Turn[] {
  const sameUntil = countSameTurns(before, after);
  const pairs = alignTurns(before, after);
  return after.map((turn, at) => {
    const old = pairs[at];
    const isSame = old === at && at <= sameUntil;
    if (turn.answerKey === undefined || old === undefined || isSame) return turn;
    const was = before[old];
    const isRechecked = isContextChanged(was) && !isContextChanged(turn);
    return !isRechecked && isSameKey(was, turn) ? withContextChanged(turn, true) : turn;
  });
}

/** Whether the answer key of this turn needs a re-check. */
export function isContextChanged(turn: KeyedTurn | undefined): boolean {
  return turn?.answerKey?.contextChanged === true;
}

/** The turn with the flag of its answer key set or removed. */
export function withContextChanged<T extends KeyedTurn>(turn: T, isChanged: boolean): T {
  if (turn.answerKey === undefined || isContextChanged(turn) === isChanged) return turn;
  const { contextChanged: _before, ...key } = turn.answerKey;
  return { ...turn, answerKey: isChanged ? { ...key, contextChanged: true } : key };
}

/** Whether the turns before index `at` are the same context in both conversations. */
export function isSameContext(before: readonly Turn[], after: readonly Turn[], at: number): boolean {
  return countSameTurns(before, after, at) === at;
}

/** Whether both turns have the same answer key, flags aside. */
export function isSameKey(before: KeyedTurn | undefined, after: KeyedTurn | undefined): boolean {
  if (before?.answerKey === undefined || after?.answerKey === undefined) return false;
  return isSameJson(toUnflagged(before.answerKey), toUnflagged(after.answerKey));
}

/** How many turns at the start are the same context. Equal contexts have equal lengths, so turns pair by index. */
function countSameTurns(before: readonly Turn[], after: readonly Turn[], limit = Number.POSITIVE_INFINITY): number {
  const end = Math.min(before.length, after.length, limit);
  let at = 0;
  while (at < end && isSameMessage(before[at], after[at])) at++;
  return at;
}

/** Compares only what a later turn gets to see. Refs, tags and keys are for people. */
function isSameMessage(a: Turn | undefined, b: Turn | undefined): boolean {
  if (a === b) return true;
  return (
    a?.role === b?.role &&
    a?.msg === b?.msg &&
    a?.name === b?.name &&
    a?.tool_call_id === b?.tool_call_id &&
    isSameJson(a?.tool_calls, b?.tool_calls)
  );
}

function toUnflagged(key: AnswerKey): AnswerKey {
  return { ...key, contextChanged: undefined };
}
