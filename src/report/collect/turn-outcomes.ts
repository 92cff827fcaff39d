import { isDeciding, toPositiveScore, toWeightedMean, type Verdict } from '../../conversation/verdict.ts';
import type { ShownConversation } from '../render-conversation.ts';

/** The combined verdicts of graders on one reply of the target. */
export interface TurnOutcome {
  /** From 0 over the replies of the target. */
  readonly reply: number;
  readonly turnIndex: number;
  /** undefined: a grader could not say, or none was asked; nothing is known then. */
  readonly isPass: boolean | undefined;
  /** Whether any grader was asked about it. */
  readonly isLookedAt: boolean;
  /** Mean of what was graded on 0–1, by weight; null: nothing was. */
  readonly normalizedScore: number | null;
}

/** The replies of the target in their order. A turn passes when all its graders pass, and fails when one fails. */
export function listTurnOutcomes({ replies, verdicts }: ShownConversation): readonly TurnOutcome[] {
  const byTurn = Map.groupBy(verdicts.filter(isDeciding), ({ turnIndex }) => turnIndex);
  return replies
    .filter(({ by }) => by === 'target')
    .map(({ turnIndex }) => turnIndex)
    .toSorted((one, other) => one - other)
    .map((turnIndex, reply) => toOutcome(byTurn.get(turnIndex) ?? [], { turnIndex, reply }));
}

function toOutcome(verdicts: readonly Verdict[], at: Pick<TurnOutcome, 'reply' | 'turnIndex'>): TurnOutcome {
  const place = { ...at, isLookedAt: verdicts.length > 0 };
  const graded = verdicts.filter((verdict) => verdict.status === 'graded');
  if (graded.length === 0) return { ...place, isPass: undefined, normalizedScore: null };
  const normalizedScore = toWeightedMean(
    graded.map((verdict) => ({ normalizedScore: toCountedUnit(verdict), weight: verdict.weight ?? 1 })),
  );
  if (graded.some(({ pass }) => !pass)) return { ...place, isPass: false, normalizedScore };
  return { ...place, isPass: graded.length === verdicts.length ? true : undefined, normalizedScore };
}

/**
 * A verdict on 0–1, more is better: under `not` what is missing from 1. A verdict that is all or nothing and whose pass
 * says the contrary counts as it passed: records of earlier versions do not say `not`.
 */
export function toCountedUnit(verdict: Extract<Verdict, { status: 'graded' }>): number {
  const { normalizedScore, pass, not } = verdict;
  if (not === true) return toPositiveScore(verdict);
  return normalizedScore === 0 || normalizedScore === 1 ? Number(pass) : normalizedScore;
}
