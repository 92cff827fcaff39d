import { z } from 'zod';
import { findUrlFault } from './ref-url.ts';

const Url = z
  .string()
  .trim()
  .superRefine((url, context) => {
    const fault = findUrlFault(url);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/**
 * A source behind a message. The wire names are those of the founding curator.
 * An absent `bonus` means false and stays absent, so that what is written back is what was read.
 */
export const Ref = z.strictObject({
  url: Url.describe('Where the source is. Trimmed, never blank; only http(s) becomes a link.'),
  title: z.string().optional().describe('Name of the source.'),
  content: z.string().optional().describe('Text of the source, or the part of it that matters.'),
  keyExcerpt: z.string().optional().describe('The passage the answer rests on.'),
  type: z.string().optional().describe('Free word for the kind of source, such as "kb".'),
  bonus: z.boolean().optional().describe('Good to cite, not needed. Default: false.'),
});
export type Ref = z.infer<typeof Ref>;
