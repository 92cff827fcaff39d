import { z } from 'zod';
import { findUrlFault } from './url.ts';

const Url = z
  .string()
  .trim()
  .superRefine((url, context) => {
    const fault = findUrlFault(url);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/**
 * A reference behind a message. Key names follow the earlier curator format. An absent `bonus` means false and stays
 * absent, so that a file is written back unchanged.
 */
export const Ref = z.strictObject({
  url: Url.describe('URL or name of the reference. Only http(s) URLs become links.'),
  title: z.string().optional().describe('Title of the reference.'),
  content: z.string().optional().describe('Text of the reference, or the relevant part of it.'),
  keyExcerpt: z.string().optional().describe('The passage that supports the answer.'),
  type: z.string().optional().describe('Kind of reference, any word, such as "kb".'),
  bonus: z.boolean().optional().describe('Optional: citing it is good, but not required. Default: false.'),
});
export type Ref = z.infer<typeof Ref>;
