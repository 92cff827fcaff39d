import { nameTurn, withoutTurn } from '../turn-number.ts';
import { isDeciding, type Verdict } from '../verdict.ts';
import type { CaseError } from './run-record.ts';

/** Possible reasons for the status of a conversation. */
interface Reasons {
  readonly error?: CaseError | undefined;
  /** Why it was skipped. */
  readonly reason?: string | undefined;
  /** The first failing verdict, or the first ungraded one. */
  readonly verdict?: Verdict | undefined;
}

/** The first problem of a conversation, as text. Undefined: there is none. */
export function findFirstReason({ error, reason, verdict }: Reasons): string | undefined {
  if (error !== undefined) return `${toTurn(error.turnIndex)}${error.cause}: ${error.message}`;
  if (reason !== undefined) return reason;
  return verdict === undefined ? undefined : `${namePlacedVerdict(verdict)}: ${toWhy(verdict)}`;
}

/** Turn, grader and score: `turn 4, contains-1`. The turn number in the grader's id is left out. */
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

/** The failing verdict on the earliest turn. A verdict on the whole conversation only if no turn failed. */
export function findFirstFailure(verdicts: readonly Verdict[]): Verdict | undefined {
  return findFirst(verdicts, (verdict) => verdict.status === 'graded' && !verdict.pass);
}

/** The ungraded verdict on the earliest turn, by the same order. */
export function findFirstUngraded(verdicts: readonly Verdict[]): Verdict | undefined {
  return findFirst(verdicts, ({ status }) => status === 'ungraded');
}

function findFirst(verdicts: readonly Verdict[], isMeant: (verdict: Verdict) => boolean): Verdict | undefined {
  let first: Verdict | undefined;
  for (const verdict of verdicts) {
    if (isDeciding(verdict) && isMeant(verdict) && (first === undefined || toPlace(verdict) < toPlace(first)))
      first = verdict;
  }
  return first;
}

function toPlace({ turnIndex }: Verdict): number {
  return turnIndex ?? Number.POSITIVE_INFINITY;
}

/**
 * The score after the name of the grader: ` 0 (−3…3, passing score 2)` for a judge, with its scale, and ` (0.67)` for a
 * check. Empty for checks that score 0 or 1, because pass or fail says the same.
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
