import { findFirstFailure, findFirstUngraded } from '../conversation/first-failure.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { StoredConversation } from '../store/port.ts';

/** The first thing that was wrong with a conversation, in words; undefined when nothing was. */
export function findFirstReason({ end, verdicts }: Pick<StoredConversation, 'end' | 'verdicts'>): string | undefined {
  if (end?.error !== undefined) return `${toTurn(end.error.turnIndex)}${end.error.cause}: ${end.error.message}`;
  if (end?.reason !== undefined) return end.reason;
  const verdict = findFirstFailure(verdicts) ?? findFirstUngraded(verdicts);
  return verdict === undefined ? undefined : `${toTurn(verdict.turnIndex)}${verdict.grader}: ${toWhy(verdict)}`;
}

function toWhy(verdict: Verdict): string {
  if (verdict.status === 'graded') return verdict.reason;
  return verdict.reason ?? verdict.cause;
}

function toTurn(turnIndex: number | null | undefined): string {
  return typeof turnIndex === 'number' ? `turn ${turnIndex}, ` : '';
}
