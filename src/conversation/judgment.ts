import { z } from 'zod';
import { CallRecord } from './run-record.ts';
import { subject } from './verdict.ts';

/** The exact request to a judge and its reply: the record behind its verdict. */
export const Judgment = z.strictObject({
  ...subject,
  request: z
    .array(
      z.strictObject({
        role: z.string().describe('Role of the message.'),
        content: z.string().describe('Text of the message.'),
      }),
    )
    .describe('The exact request. Empty if nothing was sent.'),
  reply: z.string().optional().describe('The exact reply. Absent if the call failed.'),
  call: CallRecord.optional().describe('Facts about the call.'),
});
export type Judgment = z.infer<typeof Judgment>;
