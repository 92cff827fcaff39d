import type { CaseError } from './run-record.ts';
import { nameTurn, withoutTurn } from './turn-number.ts';
import type { Verdict } from './verdict.ts';
import { renderVerdictScore } from './verdict-score.ts';

/** What may be the reason for the status of a conversation. */
interface Reasons {
  readonly error?: CaseError | undefined;
  /** Why it was skipped. */
  readonly reason?: string | undefined;
  /** The first that failed, else the first that could not be given. */
  readonly verdict?: Verdict | undefined;
}

/** The first thing that was wrong with a conversation, in words; undefined when nothing was. */
export function findFirstReason({ error, reason, verdict }: Reasons): string | undefined {
  if (error !== undefined) return `${toTurn(error.turnIndex)}${error.cause}: ${error.message}`;
  if (reason !== undefined) return reason;
  return verdict === undefined ? undefined : `${namePlacedVerdict(verdict)}: ${toWhy(verdict)}`;
}

/** Turn, grader and score: `turn 4, contains-1`. The id of a grader of one turn repeats the number: that is left out. */
export function namePlacedVerdict(verdict: Verdict): string {
  const { turnIndex, grader } = verdict;
  const own = turnIndex === null ? grader : withoutTurn(grader);
  return `${toTurn(turnIndex)}${own}${renderVerdictScore(verdict)}`;
}

function toWhy(verdict: Verdict): string {
  return verdict.status === 'graded' ? verdict.reason : (verdict.reason ?? verdict.cause);
}

function toTurn(turnIndex: number | null | undefined): string {
  return typeof turnIndex === 'number' ? `${nameTurn(turnIndex)}, ` : '';
}
