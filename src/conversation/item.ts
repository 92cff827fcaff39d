import { z } from 'zod';
import { AnswerKey } from './answer-key.ts';
import { Ref } from './ref.ts';
import { ToolCall } from './tool-call.ts';

export const ItemStatus = z.enum(['draft', 'in-review', 'awaiting-adjudication', 'approved', 'skipped', 'deleted']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** A turn of an item's history. The text is `msg` on the wire, as the founding curator has it. */
export const Turn = z.strictObject({
  id: z.string().min(1).optional().describe('Stable name, kept through edits and moves.'),
  role: z.string().describe('Who speaks.'),
  msg: z.string().describe('The text. Also read as "content".'),
  refs: z.array(Ref).optional().describe('Sources behind this turn.'),
  tags: z.array(z.string()).describe('Words for this turn.'),
  answerKey: AnswerKey.optional(),
  expectedBehavior: z.array(z.string()).optional(),
  name: z.string().optional(),
  tool_calls: z.array(ToolCall).optional(),
  tool_call_id: z.string().optional(),
  timestamp: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type Turn = z.infer<typeof Turn>;

/** A conversation under curation, with the names of founding document 003. */
export const Item = z.strictObject({
  id: z.string().min(1),
  datasetName: z.string().min(1),
  bucket: z.string().optional(),
  status: ItemStatus,
  docType: z.string().optional(),
  schemaVersion: z.string().optional(),
  synthQuestion: z.string().optional(),
  editedQuestion: z.string().optional(),
  answer: z.string().optional(),
  refs: z.array(Ref),
  history: z.array(Turn).optional(),
  manualTags: z.array(z.string()),
  comment: z.string().optional(),
  meta: z.record(z.string(), z.unknown()),
});
export type Item = z.infer<typeof Item>;
