import { z } from 'zod';
import { AnswerKey } from './answer-key.ts';
import { itemBounds } from './item-bounds.ts';
import { Role } from './message.ts';
import { Ref } from './ref.ts';
import { ReplyUnderTest } from './reply-under-test.ts';
import { ToolCall } from './tool-call.ts';

export const ItemStatus = z.enum(['draft', 'in-review', 'awaiting-adjudication', 'approved', 'skipped', 'deleted']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** A name that stands in addresses and on terminals, so it can be written there. Kept as given, spaces included. */
export const ItemName = z
  .string()
  .refine((name) => name.trim() !== '', { error: 'The name is blank.', abort: true })
  .refine(
    (name) => name.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(name),
    'The name contains a control character or an unpaired surrogate.',
  )
  .refine((name) => name !== '.' && name !== '..', 'A name cannot consist only of dots.');

/** Words for a turn, plain or group:value. `findTagFault` looks at each: a schema would take longer for it. */
export const TurnTags = z.array(z.string()).max(itemBounds.tags);

/** A turn of an item's history. The text is `msg` on the wire, as the founding curator has it. */
export const Turn = z.strictObject({
  id: ItemName.optional().describe('Stable name of the turn, unique in its item, kept through edits and moves.'),
  role: Role.describe('Who speaks: system, developer, user, assistant, tool, or any other word.'),
  msg: z.string().describe('The text. Also read as "content".'),
  refs: z.array(Ref).optional().describe('Sources behind this turn.'),
  tags: TurnTags.describe('Words for this turn.'),
  answerKey: AnswerKey.optional().describe('What a good turn is.'),
  expectedBehavior: z
    .array(z.string())
    .optional()
    .describe('What the assistant was to do, such as "tool:search" or "generation:answer".'),
  name: z.string().optional().describe('Name of the speaker or of the tool.'),
  tool_calls: z.array(ToolCall).optional().describe('Calls the assistant made in this turn.'),
  tool_call_id: z.string().optional().describe('The call this turn answers.'),
  timestamp: z.string().optional().describe('When it was said, ISO-8601.'),
  meta: z.record(z.string(), z.unknown()).optional().describe('Anything else worth keeping.'),
  replyUnderTest: ReplyUnderTest.optional().describe(
    'The reply failed in a run. Kept by the server; a PUT cannot change it.',
  ),
});
export type Turn = z.infer<typeof Turn>;

/** What a file says of its own past. Kept for people; the store knows better who changed what, and when. */
export const ItemAudit = z.strictObject({
  assignedTo: z.string().optional(),
  assignedAt: z.string().optional(),
  updatedAt: z.string().optional(),
  updatedBy: z.string().optional(),
  reviewedAt: z.string().optional(),
});
export type ItemAudit = z.infer<typeof ItemAudit>;

const TextOrNumber = z.union([z.string(), z.number()]);

/** A conversation under curation, with the names of founding document 003. */
export const Item = z.strictObject({
  id: ItemName.describe('Name of the item, unique in its dataset.'),
  datasetName: ItemName.describe('The dataset the item belongs to.'),
  bucket: z.string().optional().describe('Partition of the founding curator; kept, not part of identity.'),
  status: ItemStatus.describe('Where the item stands in review.'),
  docType: z.string().optional().describe('Kind of document, a word of the founding curator.'),
  schemaVersion: z.string().optional().describe('Version of the founding shape the item was written in.'),
  synthQuestion: z.string().optional().describe('The question as it was generated. Never rewritten.'),
  editedQuestion: z.string().optional().describe('The question as people have edited it.'),
  answer: z.string().optional().describe('The answer.'),
  refs: z.array(Ref).describe('Sources of a single-turn item.'),
  history: z.array(Turn).optional().describe('The conversation.'),
  manualTags: z.array(z.string()).describe('Tags that people gave, as group:value.'),
  comment: z.string().optional().describe('A note for people.'),
  contextUsedForGeneration: z.string().optional().describe('Text the question was generated from.'),
  contextSource: z.string().optional().describe('Where that text came from.'),
  modelUsedForGeneration: z.string().optional().describe('The model that generated the question.'),
  semanticClusterNumber: TextOrNumber.optional().describe('Group of questions that mean much the same.'),
  weight: TextOrNumber.optional().describe('How much the item counted when questions were picked.'),
  samplingBucket: TextOrNumber.optional().describe('Group the item was picked from.'),
  questionLength: TextOrNumber.optional().describe('Length of the question, as the generator counted it.'),
  audit: ItemAudit.optional().describe('What the file says of its own past; never trusted.'),
  meta: z.record(z.string(), z.unknown()).describe('Everything else the file said.'),
});
export type Item = z.infer<typeof Item>;
