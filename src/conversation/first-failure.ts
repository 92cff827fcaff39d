import type { Verdict } from './verdict.ts';

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
