import { z } from 'zod';

const turnIndex = z.number().int().nonnegative().nullable();

/** What a label speaks of: a turn (or the whole) of an item, of a played case, or a sample. */
export const LabelSubject = z.union([
  z.strictObject({ dataset: z.string(), item: z.string(), revision: z.number().int().positive(), turnIndex }),
  z.strictObject({ run: z.string(), case: z.string(), target: z.string(), repeat: z.number().int(), turnIndex }),
  z.strictObject({ sample: z.string() }),
]);
export type LabelSubject = z.infer<typeof LabelSubject>;

/** A human's answer to the question a judge is asked. Append-only. */
export const Label = z.strictObject({
  id: z.string(),
  subject: LabelSubject,
  question: z.string().describe('Path of a deck, or "overall" (−3…3, step 1).'),
  rater: z.string(),
  score: z.number(),
  reason: z.string(),
  blind: z.boolean(),
  at: z.string().describe('ISO-8601, UTC.'),
  inclusionProbability: z
    .number()
    .gt(0)
    .lte(1)
    .nullable()
    .describe('Probability that a random draw asked for this label. null: a person chose what to label.'),
});
export type Label = z.infer<typeof Label>;
