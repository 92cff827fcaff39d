import { z } from 'zod';
import { ContextSpec } from '../../conversation/judge/deck.ts';
import { ToolCall } from '../../conversation/message.ts';
import { Split } from '../../conversation/sample.ts';

const MessageShape = z.looseObject({
  role: z.string().min(1).describe('The speaker: any word, such as user or assistant.'),
  content: z.string().optional().describe('The text. It may be empty or absent if the message has tool_calls.'),
  tool_calls: z.array(ToolCall).optional().describe('Tool calls the assistant made in this message.'),
});

const RatingShape = z.strictObject({
  rater: z.string().min(1).describe('Name of the rater.'),
  score: z.number().describe("The score, on the deck's scale."),
  reason: z.string().optional().describe("The rater's reason."),
});

const ExpectedShape = z.union([
  z.number().describe('Only the score.'),
  z
    .record(z.string().regex(/^[+-]?\d+(\.\d+)?$/), z.number().int().nonnegative())
    .describe('The number of raters per score, such as {"-1" = 2, "2" = 1}.'),
  z.looseObject({
    score: z.number().optional().describe("The human score, on the deck's scale."),
    reason: z.string().optional().describe('The reason for the score.'),
    ratings: z.array(RatingShape).optional().describe('Scores from several raters.'),
  }),
]);

/** A sample as people write it. Other keys are kept as metadata. */
export const SampleShape = z.looseObject({
  id: z.string().min(1).optional().describe('Sample id, unique. Default: derived from the messages.'),
  messages: z.array(MessageShape).min(1).describe('The conversation, with any roles in any order.'),
  expected: ExpectedShape.optional().describe(
    'The human score: {score, reason, …}, just a number, or counts per score. Decks can use its other keys.',
  ),
  score: z.number().optional().describe('Older form of expected.score.'),
  ratings: z.array(RatingShape).optional().describe('Scores from several raters.'),
  tags: z.array(z.string()).optional().describe('Tags for filtering and reports.'),
  split: Split.optional().describe(
    'tune: for improving the deck (the dev set). test: the held-out set, for measuring the judge. Default: tune.',
  ),
  description: z.string().optional().describe('A description for people.'),
});
export type SampleShape = z.infer<typeof SampleShape>;

/** A whole sample file. In JSON lines, each line is a SampleShape. */
export const SamplesShape = z.strictObject({
  contexts: z
    .record(z.string(), ContextSpec)
    .optional()
    .describe('Values for the judge, in decks that include this file.'),
  samples: z
    .union([z.array(SampleShape), z.record(z.string(), SampleShape)])
    .optional()
    .describe('Scored conversations: a list, or tables named by sample id.'),
});
export type SamplesShape = z.infer<typeof SamplesShape>;
