import type { AnswerKey } from '../conversation/answer-key.ts';
import type { Turn } from '../conversation/item/item.ts';
import { alignTurns } from './align-turns.ts';
import { isSameJson } from './same-json.ts';

/**
 * Flags each answer key whose turn now follows another conversation than it was written for. A key that was written or
 * rewritten with this edit is up to date; one whose flag was just taken off was looked at.
 */
export function flagChangedContexts(before: readonly Turn[], after: readonly Turn[]): Turn[] {
  const sameUntil = countSameTurns(before, after);
  const pairs = alignTurns(before, after);
  return after.map((turn, at) => {
    const old = pairs[at];
    const isSameContext = old === at && at <= sameUntil;
    if (turn.answerKey === undefined || old === undefined || isSameContext) return turn;
    return isUntouched(before[old]?.answerKey, turn.answerKey)
      ? { ...turn, answerKey: { ...turn.answerKey, contextChanged: true } }
      : turn;
  });
}

/** How many turns, from the first, say the same in both. Equal contexts are of equal length, so places can be compared. */
function countSameTurns(before: readonly Turn[], after: readonly Turn[]): number {
  const end = Math.min(before.length, after.length);
  let at = 0;
  while (at < end && isSameContext(before[at], after[at])) at++;
  return at;
}

/** What a later turn sees of this one; refs, tags and keys are for people. */
function isSameContext(a: Turn | undefined, b: Turn | undefined): boolean {
  return (
    a?.role === b?.role &&
    a?.msg === b?.msg &&
    a?.name === b?.name &&
    a?.tool_call_id === b?.tool_call_id &&
    isSameJson(a?.tool_calls, b?.tool_calls)
  );
}

function isUntouched(before: AnswerKey | undefined, after: AnswerKey): boolean {
  if (before === undefined || (before.contextChanged === true && after.contextChanged !== true)) return false;
  return isSameJson({ ...before, contextChanged: true }, { ...after, contextChanged: true });
}
