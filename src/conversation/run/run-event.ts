import { z } from 'zod';
import { ToolCall } from '../message.ts';
import { CaseStatus, Verdict } from '../verdict.ts';
import { CallRecord, CaseError, ConversationName, RunCounts } from './run-record.ts';

const sequenced = { sequence: z.number().int().nonnegative(), run: z.string() };
const conversation = ConversationName;

/**
 * The events of a run, in the order of the store's sequence. They are read from records, so every process that follows
 * a run sees the same events.
 */
export const RunEvent = z.discriminatedUnion('type', [
  z.strictObject({ ...sequenced, type: z.literal('run-start'), conversations: z.number().int() }),
  z.strictObject({
    ...sequenced,
    type: z.literal('turn-end'),
    conversation,
    by: z.enum(['target', 'simulator']).describe('simulator: written by the simulated user.'),
    turnIndex: z.number().int(),
    reply: z.string(),
    toolCalls: z.array(ToolCall).optional(),
    call: CallRecord,
  }),
  z.strictObject({ ...sequenced, type: z.literal('verdict-end'), conversation, verdict: Verdict }),
  z.strictObject({
    ...sequenced,
    type: z.literal('case-end'),
    conversation,
    status: CaseStatus,
    error: CaseError.optional(),
  }),
  z.strictObject({ ...sequenced, type: z.literal('run-end'), counts: RunCounts }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
