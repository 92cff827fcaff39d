import { z } from 'zod';
import { hashJson } from '../base/hash.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { ToolCall } from './message.ts';

/** A message of a sample: any role, content a plain text, as founding document 001 has it. */
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
 * How a sample came to be labeled. `draw`: at random, with this chance. `verdict`: because of what a judge said of it, so
 * it cannot say how often the judge is right.
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
 * A conversation with human scores. `score` is the one truth when there is one; several raters stand in `ratings`.
 * `expected` is kept as written, since a deck may ask for its other fields. Keys that are not ours are in `meta`.
 * Raters called rater-1, rater-2, … come from counts by score: the same name in two samples need not be one person.
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
 * By who says what; other keys of a message are for people. White space, invisible characters and the case of roles make
 * no other conversation.
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
 * What people said of a sample, in one number: its score where one is stated; of several ratings the median, and of two
 * middle ones the lower, so that it stays on the scale and doubt counts against the reply. Undefined: nobody scored it.
 *
 * @example toHumanScore({ ratings: [{ rater: 'ann', score: 1 }, { rater: 'ben', score: 3 }] })  // 1
 */
export function toHumanScore({ score, ratings = [] }: Pick<Sample, 'score' | 'ratings'>): number | undefined {
  if (score !== undefined) return score;
  const sorted = ratings.map((rating) => rating.score).sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1];
}

const scoreKey = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a key of `expected` stands for a score, as in the distribution `{"-1" = 2, "2" = 1}`. */
export function isScoreKey(key: string): boolean {
  return scoreKey.test(key);
}

/** Whether `expected` counts raters by the score they gave. */
export function isDistribution(expected: unknown): expected is Readonly<Record<string, unknown>> {
  if (!isPlainObject(expected)) return false;
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every(isScoreKey);
}

/** Names for the human answer, wherever they stand. */
const answerKeys: ReadonlySet<string> = new Set(['score', 'rating', 'ratings', 'label', 'labels']);
/** At the top of `expected` a reason is that of the score; further down it may be part of a good reply. */
const topKeys: ReadonlySet<string> = new Set([...answerKeys, 'reason']);

/**
 * What a judge under calibration may see of `expected`: everything but the human answer, however it is spelled and
 * however deep it stands. Undefined when nothing else is there; a bare number and a distribution are nothing else.
 */
export function withoutTruth(expected: unknown): unknown {
  if (!isPlainObject(expected) || isDistribution(expected)) return undefined;
  const rest = Object.entries(expected).filter(([key, value]) => !isNamed(key, topKeys) && !isCount(key, value));
  return rest.length === 0 ? undefined : withoutAnswers(Object.fromEntries(rest));
}

function isNamed(key: string, names: ReadonlySet<string>): boolean {
  return names.has(key.normalize('NFKC').trim().toLowerCase());
}

/** Counts by score that stand beside other keys. */
function isCount(key: string, value: unknown): boolean {
  return isScoreKey(key) && typeof value === 'number';
}

/** Undefined for what held nothing but answers; what holds none is kept as it is. */
function withoutAnswers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(withoutAnswers).filter((item) => item !== undefined);
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value);
  // A date of TOML has no entries.
  if (entries.length === 0) return value;
  const kept = entries.flatMap(([key, inner]) => {
    const shown = isNamed(key, answerKeys) ? undefined : withoutAnswers(inner);
    return shown === undefined ? [] : [[key, shown] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The name in `dataset:NAME`, as sources of conversations are written; undefined: it names something else. */
export function findDatasetName(source: string): string | undefined {
  return /^dataset:(.+)$/s.exec(source)?.[1];
}

/** Where labels of a deck are collected if nothing else is set: `dataset:tone` for `graders/tone.deck.md`. */
export function suggestDataset(deck: string): string {
  const [file = deck] = deck.split(/[/\\]/).slice(-1);
  return `dataset:${file.replace(/(?:\.deck)?\.(?:md|toml)$/, '')}`;
}
