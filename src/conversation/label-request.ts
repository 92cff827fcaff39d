import { z } from 'zod';
import { hashJson } from '../base/hash.ts';
import type { LabelSubject } from './label.ts';
import { Split } from './sample.ts';

/** What can define the strata of a draw. Never a judge's verdict. */
export const strataNames = ['tags', 'turns', 'target'] as const;
export type StrataName = (typeof strataNames)[number];

export const buckets = [
  { upTo: 0, name: '0' },
  { upTo: 1, name: '1' },
  { upTo: 2, name: '2' },
  { upTo: 4, name: '3–4' },
  { upTo: 8, name: '5–8' },
  { upTo: Number.POSITIVE_INFINITY, name: '9+' },
];

/** @example toTurnBucket(6)  // '5–8' */
export function toTurnBucket(turns: number): string {
  return buckets.find(({ upTo }) => turns <= upTo)?.name ?? '0';
}

/** How many conversations of a stratum could be drawn, and how many were. */
const LabelStratum = z.strictObject({
  name: z.string().describe('Name of the stratum. Empty if the request has only one.'),
  population: z.number().int().positive().describe('Number of conversations that could be drawn.'),
  drawn: z.number().int().nonnegative(),
});
type LabelStratum = z.infer<typeof LabelStratum>;

/**
 * A random draw of conversations to label. It does not depend on the judge's verdicts, so its labels measure how often
 * the judge is right.
 */
export const LabelRequest = z.strictObject({
  id: z.string(),
  at: z.string().describe('ISO-8601, UTC.'),
  by: z.string(),
  question: z.string().describe('Path of the deck to score with, or "overall".'),
  source: z.union([z.strictObject({ dataset: z.string() }), z.strictObject({ run: z.string() })]),
  seed: z.number().int().nonnegative(),
  split: Split.optional().describe('Split of the samples made from the labels.'),
  conversations: z
    .array(z.number().int())
    .optional()
    .describe('For a draw from one run: the numbers of the conversations it had then.'),
  strataBy: z
    .enum(strataNames)
    .optional()
    .describe('What defines the strata. Absent: one stratum, or the variants of a run.'),
  frames: z.array(z.string()).describe('What was sampled: ids of runs, and "samples" for samples without a score.'),
  strata: z.array(LabelStratum),
});
export type LabelRequest = z.infer<typeof LabelRequest>;

/** A drawn conversation, and the reply in it to label. */
export const LabelPick = z.strictObject({
  unit: z.string().describe('Id of the conversation in its frame. Each one is drawn at most once.'),
  frame: z.string(),
  stratum: z.string(),
  strata: z
    .strictObject({ tags: z.string(), turns: z.string(), target: z.string() })
    .optional()
    .describe('Stratum of the conversation by tags, by turns and by target.'),
  replyShare: z.number().gt(0).lte(1).describe('Probability of choosing this reply in its conversation.'),
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

/** Requests that drew from a dataset. Draws of `label run:<id>` are separate. */
export function filterDatasetDraws(drawn: readonly DrawnLabels[]): readonly DrawnLabels[] {
  return drawn.filter(({ request }) => 'dataset' in request.source);
}

/** Whether a label answers the pick. For a drawn item, any label of the item does. */
export function isPickOf({ subject: picked }: LabelPick, subject: LabelSubject): boolean {
  if ('item' in picked) return 'item' in subject && picked.dataset === subject.dataset && picked.item === subject.item;
  if (!('run' in subject)) return false;
  return (['run', 'case', 'target', 'repeat', 'turnIndex'] as const).every((key) => picked[key] === subject[key]);
}

/** An id derived from the messages, up to the reply to score. */
export function toDrawnId(
  messages: readonly { readonly role?: unknown; readonly content?: unknown; readonly tool_calls?: unknown }[],
): string {
  const said = messages.map(({ role, content, tool_calls: calls = [] }) => [role, content, calls]);
  return `drawn-${hashJson(said).slice(0, 12)}`;
}

/** A pick, and the id of the request that drew it. */
export type DrawnPick = LabelPick & { readonly request: string };

export function listDrawnPicks(drawn: readonly DrawnLabels[]): readonly DrawnPick[] {
  return drawn.flatMap(({ request, picks }) => picks.map((pick) => ({ ...pick, request: request.id })));
}

/**
 * The probability that this reply is drawn by one of the requests that count. Each request draws from what the earlier
 * ones left: s·Π(1 − s) over the earlier requests, where s is drawn/population of the conversation's stratum in a
 * request. The sum of this over the requests is multiplied by the reply's share of its conversation. `requests`: every
 * request that could have drawn the conversation, oldest first, whether it counts or not.
 *
 * This is exact if the rest of a stratum does not depend on which conversations the earlier requests drew: with one
 * stratum, with the same strata in all requests, or with wider strata later. With narrower strata later, s comes from
 * the actual draws, which is a close estimate. Two assumptions: conversations in a run or among the samples at one
 * request were there at the earlier requests, and a conversation counts for the run that it was drawn from as long as
 * any run contains its messages.
 *
 * @example toInclusionProbability({ frame: 'run-1', stratum: '', replyShare: 1, request: '1' }, [tenOfHundred])  // 0.1
 */
export function toInclusionProbability(
  pick: Pick<DrawnPick, 'frame' | 'stratum' | 'strata' | 'replyShare' | 'request'>,
  requests: readonly (DrawnStrata & { readonly counts?: boolean })[],
): number {
  let chance = 0;
  let left = 1;
  let wasDrawn = false;
  for (const { counts = true, ...request } of requests.filter(({ frames }) => frames.includes(pick.frame))) {
    const share = findDrawnShare(request, pick) ?? (wasDrawn ? toLastShare(request) : 0);
    wasDrawn ||= request.id === pick.request;
    if (counts) chance += left * share;
    left *= 1 - share;
  }
  // Rounding can make the sum slightly larger than 1.
  return pick.replyShare * Math.min(1, chance);
}

type DrawnStrata = Pick<LabelRequest, 'id' | 'frames' | 'strata' | 'strataBy'>;

/** Undefined if nothing was left of the pick's stratum. If the stratum is unknown, the share of the whole draw. */
function findDrawnShare(
  { strata, strataBy }: DrawnStrata,
  pick: Pick<LabelPick, 'stratum' | 'strata'>,
): number | undefined {
  const named = strataBy === undefined ? undefined : pick.strata?.[strataBy];
  const name = named ?? pick.stratum;
  const own = strata.filter((stratum) => stratum.name === name);
  const isUnknown = named === undefined && (name === '' || strata.every((stratum) => stratum.name === ''));
  const counted = own.length === 0 && isUnknown ? strata : own;
  return counted.length === 0 ? undefined : sumStrata(counted, 'drawn') / sumStrata(counted, 'population');
}

/**
 * The probability for a conversation in a later request that had nothing left of its stratum. If it had not been drawn
 * before, it would have been the last one of its stratum there. A draw takes one from each stratum, the largest first,
 * before it takes a second from any. So it would have been drawn if there was one for each stratum. A share of 0 would
 * give a rare conversation a weight of 10, although one of the requests was certain to draw it.
 */
function toLastShare({ strata }: DrawnStrata): number {
  const drawn = sumStrata(strata, 'drawn');
  return drawn === sumStrata(strata, 'population') || drawn > strata.length ? 1 : 0;
}

function sumStrata(strata: readonly LabelStratum[], key: 'drawn' | 'population'): number {
  return strata.reduce((total, stratum) => total + stratum[key], 0);
}

/** A reply that was drawn at random for labeling. */
export interface DrawnReply {
  /** Number of its conversation in the run. */
  readonly conversation: number;
  /** null: the label is about the whole conversation. */
  readonly turnIndex: number | null;
  /** Probability that the conversation was drawn. */
  readonly conversationChance: number;
  /** Probability that this reply was drawn: `conversationChance` times its share of the conversation's replies. */
  readonly inclusionProbability: number;
  /** The human score. null: not labeled yet. */
  readonly score: number | null;
}

/** The labels of a run for one question. */
export interface QuestionLabels {
  /** Path of the deck, from the project root. */
  readonly question: string;
  readonly drawn: readonly DrawnReply[];
  /** Targets of the labels that were not drawn at random. */
  readonly chosen: readonly string[];
  /** Numbers of the conversations that could be drawn. Absent: all of them. */
  readonly eligible?: readonly number[];
}
