import { z } from 'zod';
import { AnswerKey } from '../answer-key.ts';
import { Role, ToolCall } from '../message.ts';
import { Ref } from '../ref.ts';
import { itemBounds } from './parse-result.ts';

/** How a reviewer resolved a failing reply. */
const SettledAs = z.enum(['answer-was-right', 'answer-fixed', 'key-fixed']);

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
 * A turn that was imported from a run, with a reply that failed. The server stores this mark with the turn's id. The
 * item cannot be approved until the reply is settled.
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

export const ItemStatus = z.enum(['draft', 'in-review', 'awaiting-adjudication', 'approved', 'skipped', 'deleted']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** A name that can appear in URLs and on terminals. It is kept as given, spaces included. */
export const ItemName = z
  .string()
  .refine((name) => name.trim() !== '', { error: 'The name is blank.', abort: true })
  .refine(
    (name) => name.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(name),
    'The name contains a control character or an unpaired surrogate.',
  )
  .refine((name) => name !== '.' && name !== '..', 'A name cannot consist only of dots.');

/** Tags of a turn, plain words or group:value. `findTagFault` checks each one, which is faster than a schema. */
export const TurnTags = z.array(z.string()).max(itemBounds.tags);

/** A turn of an item's history. Its text is called `msg`, as in the earlier curator format. */
export const Turn = z.strictObject({
  id: ItemName.optional().describe('Stable id of the turn, unique in its item. It survives edits and moves.'),
  role: Role.describe('The speaker: system, developer, user, assistant, tool, or any other word.'),
  msg: z.string().describe('The text. "content" is an alias.'),
  refs: z.array(Ref).optional().describe('References behind this turn.'),
  tags: TurnTags.describe('Tags of this turn.'),
  answerKey: AnswerKey.optional().describe('Requirements for a good reply at this turn.'),
  expectedBehavior: z
    .array(z.string())
    .optional()
    .describe('What the assistant should do, such as "tool:search" or "generation:answer".'),
  name: z.string().optional().describe('Name of the speaker or the tool.'),
  tool_calls: z.array(ToolCall).optional().describe('Tool calls the assistant made in this turn.'),
  tool_call_id: z.string().optional().describe('Id of the tool call that this turn answers.'),
  timestamp: z.string().optional().describe('Time of the turn, ISO 8601.'),
  meta: z.record(z.string(), z.unknown()).optional().describe('Any other data to keep.'),
  replyUnderTest: ReplyUnderTest.optional().describe(
    'The reply failed in a run. The server maintains this key. A PUT cannot change it.',
  ),
});
export type Turn = z.infer<typeof Turn>;

/** What a file says about its own history. It is kept for people, but the store's own record counts. */
export const ItemAudit = z.strictObject({
  assignedTo: z.string().optional(),
  assignedAt: z.string().optional(),
  updatedAt: z.string().optional(),
  updatedBy: z.string().optional(),
  reviewedAt: z.string().optional(),
});
export type ItemAudit = z.infer<typeof ItemAudit>;

const TextOrNumber = z.union([z.string(), z.number()]);

/** A conversation under curation, with the field names of the earlier curator format. */
export const Item = z.strictObject({
  id: ItemName.describe('Item id, unique in its dataset.'),
  datasetName: ItemName.describe('The dataset the item belongs to.'),
  bucket: z
    .string()
    .optional()
    .describe('Partition in the earlier curator format. Kept, but not part of the identity.'),
  status: ItemStatus.describe('Review status.'),
  docType: z.string().optional().describe('Kind of document in the earlier curator format.'),
  schemaVersion: z.string().optional().describe('Version of the earlier curator format.'),
  synthQuestion: z.string().optional().describe('The question as it was generated. Turnwise never changes it.'),
  editedQuestion: z.string().optional().describe('The question as edited by a person.'),
  answer: z.string().optional().describe('The answer.'),
  refs: z.array(Ref).describe('References of a single-turn item.'),
  history: z.array(Turn).optional().describe('The conversation.'),
  manualTags: z.array(z.string()).describe('Tags from people, as group:value.'),
  comment: z.string().optional().describe('A note for people.'),
  contextUsedForGeneration: z.string().optional().describe('Text that the question was generated from.'),
  contextSource: z.string().optional().describe('Source of that text.'),
  modelUsedForGeneration: z.string().optional().describe('Model that generated the question.'),
  semanticClusterNumber: TextOrNumber.optional().describe('Cluster of questions with a similar meaning.'),
  weight: TextOrNumber.optional().describe('Sampling weight of the item.'),
  samplingBucket: TextOrNumber.optional().describe('Group that the item was sampled from.'),
  questionLength: TextOrNumber.optional().describe('Length of the question, as counted by the generator.'),
  audit: ItemAudit.optional().describe('What the file says about its own history. Kept, but not trusted.'),
  meta: z.record(z.string(), z.unknown()).describe('All other keys of the file.'),
});
export type Item = z.infer<typeof Item>;
