import { z } from 'zod';
import { hashJson } from '../base/hash.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { ToolCall } from './message.ts';

/** A message of a sample: any role, plain text, as in founding document 001. */
export const SampleMessage = z.looseObject({
  role: z.string().min(1),
  content: z.string(),
  tool_calls: z.array(ToolCall).optional(),
});
export type SampleMessage = z.infer<typeof SampleMessage>;

export const Rating = z.strictObject({
  rater: z.string().min(1).describe('Name of the rater.'),
  score: z.number().describe('The score.'),
  reason: z.string().optional().describe('Why.'),
});
export type Rating = z.infer<typeof Rating>;

export const Split = z.enum(['tune', 'test']);
export type Split = z.infer<typeof Split>;

/**
 * How a sample was selected for labeling. `draw`: at random, with this probability. `verdict`: because of a judge's
 * verdict, so it cannot measure how often the judge is right.
 */
export const SampleSelection = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('draw'), inclusionProbability: z.number().gt(0).lte(1) }),
  z.strictObject({
    by: z.literal('verdict'),
    run: z
      .string()
      .optional()
      .describe('Run that it was imported from by status. Every grader contributes to that status.'),
  }),
]);
export type SampleSelection = z.infer<typeof SampleSelection>;

/**
 * A conversation with human scores. `score` is the agreed score, and `ratings` has the scores of several raters.
 * `expected` is kept as written, since a deck may use its other fields. Unknown keys are in `meta`. Raters called
 * rater-1, rater-2, … come from counts per score, so the same name in two samples may be two people.
 */
export const Sample = z.strictObject({
  id: z.string(),
  messages: z.array(SampleMessage).min(1),
  expected: z.unknown().optional(),
  score: z.number().optional(),
  reason: z.string().optional(),
  ratings: z.array(Rating).optional(),
  tags: z.array(z.string()),
  split: Split,
  group: z
    .string()
    .optional()
    .describe(
      'Samples in one group are not independent, such as repeats of one case. Absent: the sample is its own group.',
    ),
  selection: SampleSelection.optional().describe('How it was selected. Absent: chosen by a person.'),
  meta: z.record(z.string(), z.unknown()),
});
export type Sample = z.infer<typeof Sample>;

/**
 * Identifies a conversation by roles, texts and tool calls. Whitespace, invisible characters and the case of roles are
 * ignored.
 */
export function toConversationHash({ messages }: Pick<Sample, 'messages'>): string {
  return hashJson(
    messages.map(({ role, content, tool_calls: calls = [] }) => [
      toPlainText(role).toLowerCase(),
      toPlainText(content),
      calls,
    ]),
  );
}

function toPlainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The human score of a sample: its `score`, or the median of its ratings. With two middle ratings it is the lower one, so
 * that it stays on the scale and doubt counts against the reply. Undefined: there is no score.
 *
 * @example toHumanScore({ ratings: [{ rater: 'ann', score: 1 }, { rater: 'ben', score: 3 }] })  // 1
 */
export function toHumanScore({ score, ratings = [] }: Pick<Sample, 'score' | 'ratings'>): number | undefined {
  if (score !== undefined) return score;
  const sorted = ratings.map((rating) => rating.score).sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1];
}

const scoreKey = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a key of `expected` is a score, as in the distribution `{"-1" = 2, "2" = 1}`. */
export function isScoreKey(key: string): boolean {
  return scoreKey.test(key);
}

/** Whether `expected` counts raters per score. */
export function isDistribution(expected: unknown): expected is Readonly<Record<string, unknown>> {
  if (!isPlainObject(expected)) return false;
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every(isScoreKey);
}

/** Names for the human answer at any level. */
const answerKeys: ReadonlySet<string> = new Set(['score', 'rating', 'ratings', 'label', 'labels']);
/** At the top level, `reason` is the reason for the score. Further down it may be part of a good reply. */
const topKeys: ReadonlySet<string> = new Set([...answerKeys, 'reason']);

/**
 * The part of `expected` that a judge under calibration may see: everything except the human answer, at any depth and
 * in any spelling. Undefined if nothing else is left, as with a bare number or a distribution.
 */
export function withoutHumanAnswer(expected: unknown): unknown {
  if (!isPlainObject(expected) || isDistribution(expected)) return undefined;
  const rest = Object.entries(expected).filter(([key, value]) => !isNamed(key, topKeys) && !isCount(key, value));
  return rest.length === 0 ? undefined : withoutAnswers(Object.fromEntries(rest));
}

function isNamed(key: string, names: ReadonlySet<string>): boolean {
  return names.has(key.normalize('NFKC').trim().toLowerCase());
}

/** Whether the entry is a count per score, next to other keys. */
function isCount(key: string, value: unknown): boolean {
  return isScoreKey(key) && typeof value === 'number';
}

/** Undefined if the value contained only answers. A value without answers is kept unchanged. */
function withoutAnswers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(withoutAnswers).filter((item) => item !== undefined);
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value);
  // A TOML date has no entries.
  if (entries.length === 0) return value;
  const kept = entries.flatMap(([key, inner]) => {
    const shown = isNamed(key, answerKeys) ? undefined : withoutAnswers(inner);
    return shown === undefined ? [] : [[key, shown] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The name in a source such as `dataset:NAME`. Undefined: the source is something else. */
export function findDatasetName(source: string): string | undefined {
  return /^dataset:(.+)$/s.exec(source)?.[1];
}

/** The default dataset for labels of a deck: `dataset:tone` for `graders/tone.deck.md`. */
export function suggestDataset(deck: string): string {
  const [file = deck] = deck.split(/[/\\]/).slice(-1);
  return `dataset:${file.replace(/(?:\.deck)?\.(?:md|toml)$/, '')}`;
}
