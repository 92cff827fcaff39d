import { z } from 'zod';
import type { JudgeCertificate } from '../certificate.ts';
import { CallRecord, type ConversationName } from '../run/run-record.ts';
import { type Provenance, subject, type Verdict } from '../verdict.ts';

/** The exact request to a judge and its reply: the record behind its verdict. */
export const Judgment = z.strictObject({
  ...subject,
  request: z
    .array(
      z.strictObject({
        role: z.string().describe('Role of the message.'),
        content: z.string().describe('Text of the message.'),
      }),
    )
    .describe('The exact request. Empty if nothing was sent.'),
  reply: z.string().optional().describe('The exact reply. Absent if the call failed.'),
  call: CallRecord.optional().describe('Facts about the call.'),
});
export type Judgment = z.infer<typeof Judgment>;

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

/** What judges were asked about one variant of a run, and what that cost. */
export interface JudgeCosts extends Pick<ConversationName, 'target' | 'send' | 'play'> {
  /** Also those that the cache answered. */
  readonly calls: number;
  readonly cached: number;
  /** Attempts that got 429. Absent: none did. */
  readonly rateLimited?: number;
  /** USD of the calls whose cost is known. */
  readonly known: number;
  /** Calls whose cost is not. */
  readonly unknown: number;
}
