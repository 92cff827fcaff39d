import { z } from 'zod';
import { CallRecord } from './run-record.ts';

/** What a judge was asked, word by word, and what it said: the record behind its verdict. */
export const Judgment = z.strictObject({
  grader: z.string(),
  turnIndex: z.number().int().nonnegative().nullable(),
  /** The exact request. Empty when nothing was sent: the transcript was too long, or the deck could not be filled in. */
  request: z.array(z.strictObject({ role: z.string(), content: z.string() })),
  /** Absent: the call failed, and the verdict says how. */
  reply: z.string().optional(),
  call: CallRecord.optional(),
});
export type Judgment = z.infer<typeof Judgment>;
