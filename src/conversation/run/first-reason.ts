import { nameTurn, withoutTurn } from '../turn-number.ts';
import type { Verdict } from '../verdict.ts';
import type { CaseError } from './run-record.ts';

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

/** The failing verdict on the earliest turn; one on the whole conversation only when no turn failed. */
export function findFirstFailure(verdicts: readonly Verdict[]): Verdict | undefined {
  return findFirst(verdicts, (verdict) => verdict.status === 'graded' && !verdict.pass);
}

/** The same for verdicts that could not be given. */
export function findFirstUngraded(verdicts: readonly Verdict[]): Verdict | undefined {
  return findFirst(verdicts, ({ status }) => status === 'ungraded');
}

function findFirst(verdicts: readonly Verdict[], isMeant: (verdict: Verdict) => boolean): Verdict | undefined {
  let first: Verdict | undefined;
  for (const verdict of verdicts) {
    if (isMeant(verdict) && (first === undefined || toPlace(verdict) < toPlace(first))) first = verdict;
  }
  return first;
}

function toPlace({ turnIndex }: Verdict): number {
  return turnIndex ?? Number.POSITIVE_INFINITY;
}

/**
 * The score of a verdict, behind the name of its grader: ` 0 (−3…3, passing score 2)` for a judge, whose score is nothing
 * without its scale; ` (0.67)` for a check. Empty where a check is all or nothing: that it passed says as much.
 */
export function renderVerdictScore(verdict: Verdict): string {
  if (verdict.status === 'ungraded') return '';
  const { score, provenance } = verdict;
  if (provenance?.scale !== undefined) return ` ${toNumber(score)} (${describeScale(provenance.scale)})`;
  return score === 0 || score === 1 ? '' : ` (${toNumber(score)})`;
}

function describeScale({ min, max, pass }: { min: number; max: number; pass?: number | undefined }): string {
  const from = pass === undefined ? '' : `, passing score ${toNumber(pass)}`;
  return `${toNumber(min)}…${toNumber(max)}${from}`;
}

function toNumber(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '−');
}
