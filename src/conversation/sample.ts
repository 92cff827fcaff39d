import { z } from 'zod';
import { ToolCall } from './tool-call.ts';

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
