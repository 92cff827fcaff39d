import { z } from 'zod';
import { hashJson } from '../base/hash.ts';
import type { LabelSubject } from './label.ts';
import { Split } from './sample.ts';

/** What could be drawn in one part of a request, and how much of it was. */
export const LabelStratum = z.strictObject({
  name: z.string().describe('Empty when the request has one stratum.'),
  population: z.number().int().positive().describe('Conversations that could be drawn.'),
  drawn: z.number().int().nonnegative(),
});
export type LabelStratum = z.infer<typeof LabelStratum>;

/**
 * A random draw of conversations for people to score. The judge's verdicts play no part in it, so the labels it brings
 * say how often the judge is right.
 */
export const LabelRequest = z.strictObject({
  id: z.string(),
  at: z.string().describe('ISO-8601, UTC.'),
  by: z.string(),
  question: z.string().describe('Path of the deck that people score by, or "overall".'),
  source: z.union([z.strictObject({ dataset: z.string() }), z.strictObject({ run: z.string() })]),
  seed: z.number().int().nonnegative(),
  split: Split.optional().describe('Of the samples that the labels become.'),
  conversations: z
    .array(z.number().int())
    .optional()
    .describe('Of a draw from one run: the conversations that it had then, by number.'),
  frames: z.array(z.string()).describe('What was drawn from: ids of runs, and "samples" for samples without a score.'),
  strata: z.array(LabelStratum),
});
export type LabelRequest = z.infer<typeof LabelRequest>;

/** One conversation of a draw, and the reply in it that people score. */
export const LabelPick = z.strictObject({
  unit: z.string().describe('Names the conversation within its frame: it is drawn once.'),
  frame: z.string(),
  stratum: z.string(),
  replyShare: z.number().gt(0).lte(1).describe('Chance of this reply among those of its conversation.'),
  subject: z.union([
    z.strictObject({ dataset: z.string(), item: z.string() }),
    z.strictObject({
      run: z.string(),
      case: z.string(),
      target: z.string(),
      repeat: z.number().int(),
      turnIndex: z.number().int().nonnegative().nullable(),
    }),
  ]),
});
export type LabelPick = z.infer<typeof LabelPick>;

export interface DrawnLabels {
  readonly request: LabelRequest;
  readonly picks: readonly LabelPick[];
}

/** Whether a label of this subject answers the pick. Of an item that was drawn, any label does. */
export function isPickOf({ subject: picked }: LabelPick, subject: LabelSubject): boolean {
  if ('item' in picked) return 'item' in subject && picked.dataset === subject.dataset && picked.item === subject.item;
  if (!('run' in subject)) return false;
  return (['run', 'case', 'target', 'repeat', 'turnIndex'] as const).every((key) => picked[key] === subject[key]);
}

/** Names a conversation by what is said in it, up to the reply that is scored. */
export function toDrawnId(
  messages: readonly { readonly role?: unknown; readonly content?: unknown; readonly tool_calls?: unknown }[],
): string {
  const said = messages.map(({ role, content, tool_calls: calls = [] }) => [role, content, calls]);
  return `drawn-${hashJson(said).slice(0, 12)}`;
}

/**
 * The chance that this reply is drawn by any of the requests that could have drawn it: 1 − Π(1 − drawn/population), times
 * the reply's share of its conversation. A later request draws from what is left, so the product is exact.
 *
 * @example toInclusionProbability({ frame: 'run-1', stratum: '', replyShare: 1 }, [tenOfHundred])  // 0.1
 */
export function toInclusionProbability(
  { frame, stratum, replyShare }: Pick<LabelPick, 'frame' | 'stratum' | 'replyShare'>,
  requests: readonly Pick<LabelRequest, 'frames' | 'strata'>[],
): number {
  const shares = requests
    .filter(({ frames }) => frames.includes(frame))
    .map(({ strata }) => toDrawnShare(strata, stratum));
  return replyShare * shares.reduce((chance, share) => chance + share - chance * share, 0);
}

/** Requests may cut strata differently: without one of this name, the share of the whole draw. */
function toDrawnShare(strata: readonly LabelStratum[], name: string): number {
  const own = strata.filter((stratum) => stratum.name === name);
  const counted = own.length > 0 ? own : strata;
  const sum = (key: 'drawn' | 'population') => counted.reduce((total, stratum) => total + stratum[key], 0);
  return sum('population') === 0 ? 0 : sum('drawn') / sum('population');
}
