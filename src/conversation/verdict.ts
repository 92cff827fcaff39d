import { z } from 'zod';

export const UngradedCause = z.enum([
  'unparseable',
  'out-of-scale',
  'refused',
  'too-long',
  'provider-error',
  'timeout',
  'not-applicable',
  'no-judge',
  'no-grader',
  'no-reward',
]);
export type UngradedCause = z.infer<typeof UngradedCause>;

/** The origin of a verdict: the grader, how it was written at the time, and the judge's target. */
export const Provenance = z.strictObject({
  grading: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Number of the later grading. Absent if it was graded during the run.'),
  at: z.string().describe('When it was graded (ISO 8601, UTC).'),
  kind: z.string().describe('Kind of the grader.'),
  hash: z.string().describe('Hash of the grader as written. For a judge, of its deck with everything it includes.'),
  deck: z.string().optional().describe('The deck of the judge.'),
  target: z.string().optional().describe("ID of the judge's target."),
  provider: z.string().optional().describe("Provider of the judge's target."),
  model: z.string().optional().describe("The judge's model, as the provider names it."),
  settings: z.record(z.string(), z.unknown()).optional().describe("Settings of the judge's target."),
  scale: z
    .strictObject({
      min: z.number().describe('Lowest score.'),
      max: z.number().describe('Highest score.'),
      pass: z.number().optional().describe('Lowest score that passes. Absent with `not`.'),
    })
    .optional()
    .describe('Scale of the deck.'),
});
export type Provenance = z.infer<typeof Provenance>;

/** What a grader or judge was asked about. */
export const subject = {
  grader: z.string().describe('ID of the grader.'),
  turnIndex: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .describe('The graded turn, from 0 over all messages. null for the whole conversation.'),
};
const weight = z
  .number()
  .nonnegative()
  .optional()
  .describe('Weight in the mean of its turn. 0: the verdict decides nothing. Default: 1.');
const partOf = z
  .string()
  .optional()
  .describe('ID of the composite that the grader is a part of. Only the composite counts.');
const evidence = z.unknown().optional().describe('What the verdict is based on. Its keys depend on the grader.');
const provenance = Provenance.optional().describe('Where the verdict comes from.');

/** A grader's answer. Ungraded is never 0: it has a cause and no score. `turnIndex` null: the whole conversation. */
export const Verdict = z.discriminatedUnion('status', [
  z.strictObject({
    ...subject,
    status: z.literal('graded').describe('Whether there is a score.'),
    score: z.number().describe("Score on the grader's own scale."),
    normalizedScore: z.number().min(0).max(1).describe('Score on 0–1.'),
    pass: z.boolean().describe('Whether it passed.'),
    reason: z.string().describe('The reason.'),
    not: z.literal(true).optional().describe('The grader inverts `pass`. The scores are not inverted.'),
    weight,
    partOf,
    evidence,
    provenance,
  }),
  z.strictObject({
    ...subject,
    status: z.literal('ungraded').describe('Whether there is a score.'),
    cause: UngradedCause.describe('Why there is no score.'),
    reason: z.string().optional().describe('The reason.'),
    weight,
    partOf,
    evidence,
    provenance,
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

/**
 * Whether the verdict counts for its turn and conversation. A part of a composite counts through the composite, and a
 * grader with the weight 0 is only recorded.
 */
export function isDeciding({ partOf, weight }: Pick<Verdict, 'partOf' | 'weight'>): boolean {
  return partOf === undefined && weight !== 0;
}

/**
 * A verdict on 0–1, more is better: under `not` what is missing from 1.
 */
export function toPositiveScore({ normalizedScore, not }: Pick<Graded, 'normalizedScore' | 'not'>): number {
  return not === true ? 1 - normalizedScore : normalizedScore;
}

type Graded = Extract<Verdict, { status: 'graded' }>;

/** A case has its worst result: error before fail before ungraded before pass. */
export const CaseStatus = z.enum(['pass', 'fail', 'error', 'ungraded', 'skipped']);
export type CaseStatus = z.infer<typeof CaseStatus>;

export interface WeightedScore {
  readonly normalizedScore: number;
  readonly weight: number;
}

/**
 * The weighted mean, limited to the range of the scores, because rounding may exceed it. The list must not be empty.
 */
export function toWeightedMean(entries: readonly WeightedScore[]): number {
  let sum = 0;
  let weights = 0;
  for (const { normalizedScore, weight } of entries) {
    sum += normalizedScore * weight;
    weights += weight;
  }
  const scores = entries.map(({ normalizedScore }) => normalizedScore);
  return Math.min(Math.max(sum / weights, Math.min(...scores)), Math.max(...scores));
}
