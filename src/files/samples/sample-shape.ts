import { z } from 'zod';
import { ContextSpec } from '../../conversation/deck.ts';
import { Split } from '../../conversation/sample.ts';
import { ToolCall } from '../../conversation/tool-call.ts';

const MessageShape = z.looseObject({
  role: z.string().min(1).describe('Who speaks: any word, such as user or assistant.'),
  content: z.string().optional().describe('The text. It may be empty or absent when tool_calls is there.'),
  tool_calls: z.array(ToolCall).optional().describe('Calls the assistant made in this message.'),
});

const RatingShape = z.strictObject({
  rater: z.string().min(1).describe('Who scored.'),
  score: z.number().describe("The score, on the deck's scale."),
  reason: z.string().optional().describe('Why, in the words of the rater.'),
});

const ExpectedShape = z.union([
  z.number().describe('The score alone.'),
  z
    .record(z.string().regex(/^[+-]?\d+(\.\d+)?$/), z.number().int().nonnegative())
    .describe('How many raters gave each score, such as {"-1" = 2, "2" = 1}.'),
  z.looseObject({
    score: z.number().optional().describe("The human score, on the deck's scale."),
    reason: z.string().optional().describe('Why, in human words.'),
    ratings: z.array(RatingShape).optional().describe('Scores of several raters.'),
  }),
]);

/** A sample as people write it. Other keys are kept as metadata. */
export const SampleShape = z.looseObject({
  id: z.string().min(1).optional().describe('Name of the sample, unique. Default: derived from the messages.'),
  messages: z.array(MessageShape).min(1).describe('The conversation: any roles, in any order.'),
  expected: ExpectedShape.optional().describe(
    'What people said of it: {score, reason, …}, a bare score, or counts by score. A deck may ask for its other keys.',
  ),
  score: z.number().optional().describe('Older form of expected.score.'),
  ratings: z.array(RatingShape).optional().describe('Scores of several raters.'),
  tags: z.array(z.string()).optional().describe('Words to filter and report by.'),
  split: Split.optional().describe('tune: to improve the deck with. test: to be looked at rarely. Default: tune.'),
  description: z.string().optional().describe('For people; kept as metadata.'),
});
export type SampleShape = z.infer<typeof SampleShape>;

/** A whole sample file. In JSON lines each line is one SampleShape. */
export const SamplesShape = z.strictObject({
  contexts: z
    .record(z.string(), ContextSpec)
    .optional()
    .describe('Values a judge is given, for the decks that include this file.'),
  samples: z
    .union([z.array(SampleShape), z.record(z.string(), SampleShape)])
    .optional()
    .describe('Scored conversations: a list, or tables named by their ids.'),
});
export type SamplesShape = z.infer<typeof SamplesShape>;
