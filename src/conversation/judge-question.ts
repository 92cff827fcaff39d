import type { JudgeCertificate } from './certificate.ts';
import type { Provenance, Verdict } from './verdict.ts';

/** A verdict that a judge gave, or was asked for and could not give. */
export type JudgedVerdict = Verdict & { readonly provenance: Provenance & { readonly target: string } };

export function isJudged(verdict: Verdict): verdict is JudgedVerdict {
  const { kind, target } = verdict.provenance ?? {};
  return (kind === 'judge' || kind === 'rubric') && target !== undefined;
}

/**
 * The question that a judge answered, as labels name it: the path of its deck from the project root. A verdict has the
 * path from the folder where the run was started, so the deck is looked up by its hash among the judges of the run.
 * Undefined for rubrics: each is a question of its own, and no label names it.
 */
export function findJudgeQuestion(
  { provenance: { kind, hash, deck } }: Pick<JudgedVerdict, 'provenance'>,
  judges: readonly Pick<JudgeCertificate, 'deck' | 'deckHash'>[],
): string | undefined {
  if (kind !== 'judge') return undefined;
  const known = judges.filter(({ deckHash }) => deckHash === hash);
  // Copies of a deck have the same hash.
  return (known.find((judge) => judge.deck === deck) ?? known[0])?.deck ?? deck;
}
