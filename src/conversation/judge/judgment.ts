import { z } from 'zod';
import type { JudgeCertificate } from '../certificate.ts';
import { CallRecord, type ConversationName } from '../run/run-record.ts';
import { type Provenance, subject, type Verdict } from '../verdict.ts';
import { isInlinePrompt } from './prompt-deck.ts';

/** The exact request to a judge and its reply, stored with its verdict. */
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

/** A verdict of a judge, graded or ungraded. */
export type JudgeVerdict = Verdict & { readonly provenance: Provenance & { readonly target: string } };

/** Whether a grader of this kind can ask a model. */
export function isJudgeKind(kind: string | undefined): boolean {
  return kind === 'judge' || kind === 'rubric' || kind === 'prompt' || kind === 'composite';
}

export function isJudged(verdict: Verdict): verdict is JudgeVerdict {
  const { kind, target } = verdict.provenance ?? {};
  return isJudgeKind(kind) && target !== undefined;
}

/**
 * The question that a judge answered, as labels name it: the path of its deck from the project root. Verdicts have the
 * path from the folder where the run was started, so this looks up the deck by its hash among the run's judges.
 * Undefined for rubrics, composites and prompts in eval files, which labels cannot name.
 */
export function findJudgeQuestion(
  { provenance: { kind, hash, deck } }: Pick<JudgeVerdict, 'provenance'>,
  judges: readonly Pick<JudgeCertificate, 'deck' | 'deckHash'>[],
): string | undefined {
  if ((kind !== 'judge' && kind !== 'prompt') || isInlinePrompt(deck ?? '')) return undefined;
  const known = judges.filter(({ deckHash }) => deckHash === hash);
  // Copies of a deck have the same hash.
  return (known.find((judge) => judge.deck === deck) ?? known[0])?.deck ?? deck;
}

/** The judge calls for one variant of a run, and their cost. */
export interface JudgeCosts extends Pick<ConversationName, 'target' | 'send' | 'play'> {
  /** Includes cached calls. */
  readonly calls: number;
  readonly cached: number;
  /** Attempts that were rate limited (429). Absent: none. */
  readonly rateLimited?: number;
  /** USD of the calls with a known cost. */
  readonly known: number;
  /** Number of calls with an unknown cost. */
  readonly unknown: number;
}
