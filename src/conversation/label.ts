import { z } from 'zod';
import type { Scale } from './judge/deck.ts';

const turnIndex = z
  .number()
  .int()
  .nonnegative()
  .nullable()
  .describe('The labeled turn, from 0 over all messages. null for the whole conversation.');

/** What a label is about: a turn or the whole of an item, a turn or the whole of a played case, or a sample. */
export const LabelSubject = z.union([
  z.strictObject({
    dataset: z.string().describe('Dataset of the item.'),
    item: z.string().describe('ID of the item.'),
    revision: z.number().int().positive().describe('Revision of the item.'),
    turnIndex,
  }),
  z.strictObject({
    run: z.string().describe('ID of the run.'),
    case: z.string().describe('ID of the case.'),
    target: z.string().describe('ID of the target.'),
    repeat: z.number().int().describe('Number of the repeat, from 0.'),
    turnIndex,
  }),
  z.strictObject({ sample: z.string().describe('ID of the sample.') }),
]);
export type LabelSubject = z.infer<typeof LabelSubject>;

/** A human's answer to the question a judge is asked. Append-only. */
export const Label = z.strictObject({
  id: z.string().describe('ID of the label.'),
  subject: LabelSubject.describe('What the label is about.'),
  question: z.string().describe('Path of the deck, or "overall" (−3 to 3).'),
  rater: z.string().describe('Name of the rater.'),
  score: z.number().describe('Score on the scale of the deck.'),
  reason: z.string().describe('Why. May be empty.'),
  blind: z.boolean().describe("Whether the rater saw neither the judge's verdict nor other labels."),
  at: z.string().describe('When it was given (ISO 8601, UTC).'),
  inclusionProbability: z
    .number()
    .gt(0)
    .lte(1)
    .nullable()
    .describe('Probability that this conversation was drawn. null if a person chose what to label.'),
});
export type Label = z.infer<typeof Label>;

/** The scale of the question "overall". */
export const overallScale: Scale = { min: -3, max: 3, step: 1 };
