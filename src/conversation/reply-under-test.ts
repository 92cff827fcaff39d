import { z } from 'zod';
import { AnswerKey } from './answer-key.ts';
import { ToolCall } from './tool-call.ts';

/** How a failing reply was settled. */
export const SettledAs = z.enum(['answer-was-right', 'answer-fixed', 'key-fixed']);
export type SettledAs = z.infer<typeof SettledAs>;

export const FailedTurn = z.strictObject({
  msg: z.string().describe('The text.'),
  tool_calls: z.array(ToolCall).optional().describe('Tool calls the assistant made in this turn.'),
  answerKey: AnswerKey.optional().describe('The answer key.'),
});

export const SettledReply = z.strictObject({
  as: SettledAs.describe(
    'answer-was-right: a reviewer confirmed the reply. answer-fixed, key-fixed: the text or the answer key was edited.',
  ),
  reason: z.string().optional().describe('Why the answer was right.'),
});

/**
 * A turn that came from a run with a failing reply. The server keeps the mark with the turn's id. Until it is settled,
 * the item cannot be approved.
 */
export const ReplyUnderTest = z.strictObject({
  run: z.string().describe('Id of the run.'),
  caseId: z.string().describe('Id of the case.'),
  verdicts: z.array(z.record(z.string(), z.unknown())).describe("The run's verdicts on the reply."),
  failed: FailedTurn.optional().describe(
    'The turn as it was when its reply failed, if it has changed since. Changing it back reopens the question.',
  ),
  settled: SettledReply.optional().describe('How the reply was resolved. Absent: not resolved yet.'),
});
export type ReplyUnderTest = z.infer<typeof ReplyUnderTest>;

/** What a reviewer says about a failing reply, in a PUT. */
export const ReplySettlement = z.strictObject({
  turnId: z.string().describe('Id of the turn.'),
  as: z.literal('answer-was-right').describe("The turn's text is a correct answer."),
  reason: z
    .string()
    .refine((reason) => reason.trim() !== '', 'The reason is blank.\nSay in a few words why the answer is right.')
    .describe('Why the answer is right.'),
});
export type ReplySettlement = z.infer<typeof ReplySettlement>;
